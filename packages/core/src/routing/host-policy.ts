import type { Part } from '../background/part.js'
import { atMost } from '../clock/at-most.js'
import { frozenCopy } from '../domain/frozen-copy.js'
import { assign } from '../domain/routing/assign.js'
import { checkAssignments } from '../domain/routing/checked-assignments.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Assignment, RoutingPolicy, RoutingState } from '../ports/routing-policy.js'

/** Maximum number of calls in progress, for all licenses together. Beyond that, Parley decides. */
const maxCallCount = 1_000

export interface HostPolicyDependencies {
  readonly policy: RoutingPolicy
  readonly clock: Clock
  readonly failures: FailureLog
  readonly timeoutMs: number
}

type Outcome =
  | { readonly assignments: readonly Assignment[] }
  | { readonly failure: string; readonly cause?: unknown }

/** Lets the host's policy assign threads to agents. Parley decides when the policy fails or is too slow. */
export class HostPolicy implements Part {
  readonly #dependencies: HostPolicyDependencies
  /** Calls in progress, by license. Each license has at most one, even if that call has timed out. */
  readonly #calls = new Map<number, AbortController>()
  #isClosed = false

  constructor(dependencies: HostPolicyDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the assignments. Never rejects, and never takes longer than the timeout. */
  async decide(state: RoutingState): Promise<readonly Assignment[]> {
    const outcome = this.#mayCall(state) ? await this.#callPolicy(state) : busy
    if ('assignments' in outcome) return outcome.assignments
    const { failure, ...fields } = outcome
    const { licenseId } = state
    if (!this.#isClosed)
      this.#dependencies.failures.write(failure, 'routing_policy', { licenseId, ...fields })
    return assign(state)
  }

  /** Aborts the calls in progress. */
  drain(): void {
    this.#isClosed = true
    for (const call of this.#calls.values()) call.abort()
  }

  #mayCall({ licenseId }: RoutingState): boolean {
    return !this.#calls.has(licenseId) && this.#calls.size < maxCallCount
  }

  async #callPolicy(state: RoutingState): Promise<Outcome> {
    const { clock, timeoutMs } = this.#dependencies
    const call = new AbortController()
    this.#calls.set(state.licenseId, call)
    let outcome: Outcome = late
    const returned = this.#call(state, call.signal).then((result) => {
      outcome = result
    })
    await atMost(clock, timeoutMs, Promise.race([returned, aborted(call.signal)]))
    if (outcome === late) call.abort()
    return outcome
  }

  async #call(state: RoutingState, signal: AbortSignal): Promise<Outcome> {
    try {
      const result: unknown = await this.#dependencies.policy(frozenCopy(state), { signal })
      return { assignments: checkAssignments(state, result) }
    } catch (cause) {
      return { failure: 'The routing policy failed', cause }
    } finally {
      this.#calls.delete(state.licenseId)
    }
  }
}

const busy: Outcome = { failure: 'The routing policy is still busy with its last call' }
const late: Outcome = { failure: 'The routing policy did not answer in time' }

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
