import type { AssignableThread, AvailableAgent } from '../model/routing.js'

/** What is decided on: who waits in a license, and who can be given chats. In no particular order. */
export interface RoutingState {
  readonly licenseId: number
  /** Not all that wait, where many do: the 50 that have waited longest, or the next behind those that were all left out. */
  readonly threads: readonly AssignableThread[]
  readonly agents: readonly AvailableAgent[]
}

/** That agent gets that chat. */
export interface Assignment {
  readonly chatId: string
  readonly agentId: string
}

/**
 * The host's own choice of who gets which thread (decisions §7). It gets a frozen copy of the state. An agent can be
 * given as many chats as `maxChatsCount` leaves room for, of those that it sees; threads that are left out wait on, until
 * something changes. Where it leaves out all that it was shown it is asked about the next at once, up to 1,000: those
 * behind so many that it leaves out it does not see. Parley decides instead where the answer is anything else, where it
 * comes later than `timeouts.routingPolicyMs`, when `signal` is aborted, and while the call before for that license has
 * not ended.
 */
export type RoutingPolicy = (
  state: RoutingState,
  options: { readonly signal: AbortSignal },
) => readonly Assignment[] | Promise<readonly Assignment[]>
