import type { Case, Step } from '../case.js'
import { byClient } from '../steps.js'

type MessageType = 'text' | 'binary'

const kibibyte = 1_024
/** Maximum size of a message: 256 KiB (decisions §2). The testsuite uses up to 16 MiB. */
const longest = 256 * kibibyte
const sizes = [4, 16, 64, 128, 192, 256].map((count) => count * kibibyte)
/**
 * Sizes of fragments, so that no message has more than the 128 fragments that Parley accepts. The testsuite uses up to
 * 65,536.
 */
const fragmentSizes = [2, 4, 8, 16, 32, 64, 128, 192, 256].map((count) => count * kibibyte)
/** Size in bytes of a message that is written in parts. The testsuite writes 1 MiB in the same number of parts. */
const choppedBytes = 32 * kibibyte
const chops = [64, 128, 256, 512, 1_024, 2_048]
/** Number of messages in a case. The testsuite sends 1,000. */
const messageCount = 250
const messageSizes = [0, 16, 64, 256, 1_024, 4_096]

function numbered<Value>(
  group: string,
  values: readonly Value[],
  caseOf: (value: Value) => { readonly description: string; readonly steps: readonly Step[] },
): readonly Case[] {
  return values.map((value, index) => {
    const { description, steps } = caseOf(value)
    const expects = steps.flatMap((step) => (step.kind === 'sized' ? (['answer'] as const) : []))
    return { id: `${group}.${index + 1}`, description, steps, expects, end: byClient }
  })
}

function ofSizes(group: string, type: MessageType): readonly Case[] {
  return numbered(group, sizes, (bytes) => {
    return { description: `${type} of ${bytes} bytes`, steps: [{ kind: 'sized', type, bytes }] }
  })
}

function ofFragments(group: string, type: MessageType): readonly Case[] {
  return numbered(group, fragmentSizes, (fragmentBytes) => {
    const steps = [{ kind: 'sized', type, bytes: longest, fragmentBytes }] as const
    return { description: `${type} of ${longest} bytes in fragments of ${fragmentBytes}`, steps }
  })
}

function ofChops(group: string, type: MessageType): readonly Case[] {
  return numbered(group, chops, (chop) => {
    const steps = [{ kind: 'sized', type, bytes: choppedBytes, chop }] as const
    return { description: `${type} of ${choppedBytes} bytes in chops of ${chop}`, steps }
  })
}

/** Returns cases with many messages, each sent when the one before it has been answered. */
function ofMany(group: string, type: MessageType): readonly Case[] {
  return numbered(group, messageSizes, (bytes) => {
    const one = [{ kind: 'sized', type, bytes }, { kind: 'answered' }] as const
    const steps = Array.from({ length: messageCount }, () => one).flat()
    return { description: `${messageCount} ${type} messages of ${bytes} bytes`, steps }
  })
}

/** 9: limits and performance; 10: fragments as a library makes them. */
export const limits: readonly Case[] = [
  ...[...ofSizes('9.1', 'text'), ...ofSizes('9.2', 'binary')],
  ...[...ofFragments('9.3', 'text'), ...ofFragments('9.4', 'binary')],
  ...[...ofChops('9.5', 'text'), ...ofChops('9.6', 'binary')],
  ...[...ofMany('9.7', 'text'), ...ofMany('9.8', 'binary')],
  {
    ...{ id: '10.1.1', description: 'text of 65536 bytes in fragments of 1300' },
    steps: [{ kind: 'sized', type: 'text', bytes: 65_536, fragmentBytes: 1_300 }],
    ...{ expects: ['answer'], end: byClient },
  },
]
