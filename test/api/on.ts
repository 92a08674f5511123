import { type Chosen, choose } from '../support/dimensions.js'
import { isNightly } from '../support/profile.js'

/** All test modules of the API, except those that start their own nodes or hosts. */
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
 * Registers tests of the API for a process that does not use the defaults. The nightly profile runs the `nightly`
 * modules (default: all), and the other profiles run the `chief` ones, whose result could depend on the difference.
 * Modules are named relative to this folder.
 */
export async function apiOn(
  chosen: Chosen,
  chief: readonly string[],
  nightly: readonly string[] = all,
): Promise<void> {
  choose(chosen)
  for (const name of isNightly ? nightly : chief) await import(`./${name}.ts`)
}
