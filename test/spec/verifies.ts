import { test } from 'node:test'
import { Coverage } from './coverage.js'
import { type RequirementId, requirements } from './requirements/index.js'

/** Of this process, in which all proofs run. */
export const coverage = new Coverage(requirements)

/** A test that proves these requirements. */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  prove: () => Promise<void> | void,
): void {
  const named = typeof ids === 'string' ? [ids] : ids
  const hasRun = coverage.claim(named, title)
  test(title, async () => {
    await prove()
    hasRun()
  })
}
