import { test } from 'node:test'
import { Coverage } from './coverage.js'
import { type RequirementId, requirements } from './requirements/index.js'

/** The coverage of this process. */
export const coverage = new Coverage(requirements)

let isNoteOnly = false

/** From now on, tests are not run, but the requirements that they name are noted. */
export function noteOnly(): void {
  isNoteOnly = true
}

/** Registers a test that proves these requirements. */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  prove: () => Promise<void> | void,
): void {
  const named = typeof ids === 'string' ? [ids] : ids
  const hasRun = coverage.claim(named, title)
  if (isNoteOnly) return
  test(title, async () => {
    await prove()
    hasRun()
  })
}
