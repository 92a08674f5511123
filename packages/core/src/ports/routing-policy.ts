import type { AssignableThread, AvailableAgent } from '../model/routing.js'

/** Input of a routing policy: the waiting threads of a license, and the agents who can be assigned. */
export interface RoutingState {
  readonly licenseId: number
  /**
   * Waiting threads, in no particular order: at most 50, those that have waited the longest. When the policy assigned
   * none of them, the next 50.
   */
  readonly threads: readonly AssignableThread[]
  /** Agents who can be assigned, in no particular order. */
  readonly agents: readonly AvailableAgent[]
}

/** One thread given to one agent. */
export interface Assignment {
  readonly chatId: string
  readonly agentId: string
}

/**
 * Decides which agent gets which thread (decisions §7). It receives a frozen copy of the state.
 *
 * An agent can get chats that they may see, up to their `maxChatsCount`. Threads without an assignment keep waiting
 * until something changes. A policy that assigns nothing is called again with the next threads, up to 1,000 in all.
 *
 * Parley assigns the threads itself when the result is invalid, when it takes longer than `timeouts.routingPolicyMs`
 * (`signal` is then aborted), and while the previous call for the license is still running.
 */
export type RoutingPolicy = (
  state: RoutingState,
  options: { readonly signal: AbortSignal },
) => readonly Assignment[] | Promise<readonly Assignment[]>
