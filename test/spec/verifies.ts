import { test } from 'node:test'
import { Coverage } from './coverage.js'
import { type RequirementId, requirements } from './requirements/index.js'

/** Of this process. */
export const coverage = new Coverage(requirements)

let isNoteOnly = false

/** Tests are not run from now on, but what they name is noted. */
export function noteOnly(): void {
  isNoteOnly = true
}

/** A test that proves these requirements. */
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
