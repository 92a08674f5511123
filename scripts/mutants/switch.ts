import { appendFileSync } from 'node:fs'
import { variables } from './variables.js'

const active = new Set(process.env[variables.active]?.split(',') ?? [])
const log = process.env[variables.log]
const noted = new Set<string>()

/**
 * Whether this process runs the mutant instead of the original. The bundle calls it in each place that a mutant changes.
 * Where a log is wanted, it notes that a test file has reached the place.
 */
export function mutantIs(id: string): boolean {
  if (log !== undefined) note(id, log)
  return active.has(id)
}

function note(id: string, file: string): void {
  const line = `${id} ${process.env[variables.testFile] ?? ''}\n`
  if (noted.has(line)) return
  noted.add(line)
  appendFileSync(file, line)
}
