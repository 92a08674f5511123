import { readFile, writeFile } from 'node:fs/promises'
import type { GateRatio } from './gate.js'
import type { Machine } from './machine.js'

/** Ratios to the floor that a release was measured with. They stay the same until the next release. */
export interface Baseline {
  readonly measuredOn: string
  readonly rounds: number
  readonly machine: Pick<Machine, 'cpu' | 'cores' | 'node' | 'kernel'>
  readonly ratios: readonly GateRatio[]
}

const file = new URL('../../baseline.json', import.meta.url)

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(file, 'utf8'))
}

export async function writeBaseline(baseline: Baseline): Promise<void> {
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`)
}
