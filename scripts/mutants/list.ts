import { readFileSync, writeFileSync } from 'node:fs'
import { areaNames, sourceFilesOf } from './areas.js'
import { choose } from './choose.js'
import type { Mutant } from './mutant.js'
import { readMutableFiles } from './sources.js'

export interface MutantList {
  readonly seed: number
  readonly mutants: readonly Mutant[]
}

const listFile = new URL('list.json', import.meta.url)
const equivalentFile = new URL('equivalent.json', import.meta.url)

export function readList(): MutantList {
  return JSON.parse(readFileSync(listFile, 'utf8'))
}

export function writeList(list: MutantList): void {
  writeFileSync(listFile, `${JSON.stringify(list, undefined, 2)}\n`)
}

/** Returns the mutants that behave exactly like the original, by id, each with the reason. */
export function readEquivalents(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(equivalentFile, 'utf8'))
}

/** Chooses mutants of the current sources. */
export function chooseList(seed: number, count: number): MutantList {
  const files = areaNames.map((area) => [area, sourceFilesOf(area)] as const)
  const all = readMutableFiles(
    files.flatMap(([, paths]) => paths),
    { project: 'tsconfig.check.json' },
  )
  const sources = new Map(
    files.map(([area, paths]) => [area, all.filter(({ path }) => paths.includes(path))]),
  )
  return { seed, mutants: choose(sources, { seed, count }) }
}
