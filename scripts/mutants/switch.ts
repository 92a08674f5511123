import { appendFileSync } from 'node:fs'
import { variables } from './variables.js'

const active = new Set(process.env[variables.active]?.split(',') ?? [])
const log = process.env[variables.log]
const reachedIds = new Set<string>()

/**
 * Returns whether this process runs the mutant instead of the original. The bundle calls it wherever a mutant changes
 * the code. With a log, it also records that a test file has reached the mutant.
 */
export function mutantIs(id: string): boolean {
  if (log !== undefined) note(id, log)
  return active.has(id)
}

function note(id: string, file: string): void {
  const line = `${id} ${process.env[variables.testFile] ?? ''}\n`
  if (reachedIds.has(line)) return
  reachedIds.add(line)
  appendFileSync(file, line)
}
