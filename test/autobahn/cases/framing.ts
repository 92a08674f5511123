import type { Case, Chop, Step } from '../case.js'
import { byClient } from '../steps.js'

/** Payload sizes in bytes, around the limits of the three encodings of a length. */
const sizes: readonly (readonly [bytes: number, chop?: Chop])[] = [
  [0],
  [125],
  [126],
  [127],
  [128],
  [65_535],
  [65_536],
  [65_536, 997],
]

function ofType(type: 'text' | 'binary', group: string): readonly Case[] {
  return sizes.map(([bytes, chop], index): Case => {
    const step: Step = { kind: 'sized', type, bytes, ...(chop !== undefined && { chop }) }
    const inPieces = chop === undefined ? '' : `, in chops of ${chop}`
    const id = `${group}.${index + 1}`
    return {
      id,
      description: `${type} of ${bytes} bytes${inPieces}`,
      steps: [step],
      expects: ['answer'],
      end: byClient,
    }
  })
}

/** 1: framing. */
export const framing: readonly Case[] = [...ofType('text', '1.1'), ...ofType('binary', '1.2')]
