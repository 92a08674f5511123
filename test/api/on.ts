import { type Chosen, choose } from '../support/dimensions.js'
import { isNightly } from '../support/profile.js'

/** All of the API, but what has its own nodes or hosts. */
const all = [
  'agent-actions.test',
  'configuration.test',
  'conversation-changes.test',
  'conversation-events.test',
  'conversation-threads.test',
  'customer-actions.test',
  'engine.test',
  'files.test',
  'pushes.test',
  'requests.test',
  'routing.test',
  'rtm.test',
  'webhook-firing.test',
]

/**
 * Registers tests of the API for a process that runs against something else than the default: those for the `nightly`, by
 * default all, and otherwise the `chief` ones, whose outcome could depend on it. These are modules of this folder.
 */
export async function apiOn(
  chosen: Chosen,
  chief: readonly string[],
  nightly: readonly string[] = all,
): Promise<void> {
  choose(chosen)
  for (const name of isNightly ? nightly : chief) await import(`./${name}.ts`)
}
