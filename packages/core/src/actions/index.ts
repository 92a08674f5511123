import type { Action } from '../dispatch/handle.js'
import * as agent from './agent.js'
import * as configuration from './configuration.js'
import * as customer from './customer.js'

/** All actions that are served, by API and by the name of their in-process method. */
export const actions = { customer, agent, configuration } as const

/** All actions of all APIs. */
export const everyAction: readonly Action[] = Object.values(actions).flatMap((byName) =>
  Object.values<Action>(byName),
)
