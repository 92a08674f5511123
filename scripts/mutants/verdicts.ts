import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from './play.js'
import { folder } from './recording.js'

const file = join(folder, 'verdicts.json')

/** Returns the results of earlier runs. A new run continues from them. */
export function readVerdicts(): ReadonlyMap<string, Verdict> {
  return new Map(existsSync(file) ? Object.entries<Verdict>(JSON.parse(readFileSync(file, 'utf8'))) : [])
}

export function writeVerdicts(verdicts: ReadonlyMap<string, Verdict>): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(verdicts), undefined, 1)}\n`)
}
