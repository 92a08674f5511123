import type { IncomingHttpHeaders } from 'node:http'
import type { Parley } from '@parley/core'
import type { Agent } from '@parley/core/admin'
import { callingAgent } from './calling-agent.js'
import type { Demo } from './provision.js'

export type ConsoleCaller =
  | { readonly kind: 'administrator'; readonly agent: Agent }
  | { readonly kind: 'refused'; readonly status: 401 | 403; readonly message: string }

/**
 * Returns the administrator who signed in to the console. Tokens of other apps are refused, even an administrator's.
 * Otherwise each app that an administrator has ever allowed could register apps and read secrets.
 */
export async function consoleCaller(
  parley: Parley,
  demo: Demo,
  headers: IncomingHttpHeaders,
): Promise<ConsoleCaller> {
  const agent = await callingAgent(parley, demo, demo.console, headers)
  if (agent === undefined) return { kind: 'refused', status: 401, message: 'Sign in first.' }
  if (agent.permission === 'administrator') return { kind: 'administrator', agent }
  return {
    kind: 'refused',
    status: 403,
    message: `${agent.name} is no administrator. Sign out, and in again as one.`,
  }
}
