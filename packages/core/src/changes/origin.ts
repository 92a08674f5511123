import type { Configuration } from '../configuration/configuration.js'
import type { Cancellation, Urgency } from '../ports/storage.js'
import type { RequestOrigin } from '../push/request-origin.js'
import type { IdempotentRequest } from './idempotency-records.js'

/** The origin of a change: who makes it, how it is cancelled, and what is reported back to the request. */
export interface Origin {
  /** Id under which concurrent transactions are limited; `null` applies no limit. */
  readonly callerId: string | null
  /** Id of the user who makes the change, over whatever API; `null` for the host or the engine itself. */
  readonly authorId: string | null
  readonly cancellation: Cancellation
  readonly urgency: Urgency
  /**
   * Configuration of the caller's license, which the change is about; `undefined` when it has to be read where needed.
   */
  readonly configuration: Configuration | undefined
  /** Idempotency key of the request: the change is made once, and its first response stored. */
  readonly idempotent: IdempotentRequest | undefined
  readonly connection: RequestOrigin | null
  /** Names of the pushes that answer the action. The first of them that the change causes carries the `request_id`. */
  readonly responsePushes: readonly string[]
  /** Called with the response in the same step as the facts, so nothing that is committed later comes in between. */
  readonly respond: ((response: unknown) => void) | undefined
  /** Called with the number of bytes pushed on this node because of the change, summed over all receivers. */
  readonly charge: ((bytes: number) => void) | undefined
}

/** Returns the origin of a request without caller or connection, or of work of the engine itself. */
export function createOrigin(cancellation: Cancellation): Origin {
  return {
    callerId: null,
    authorId: null,
    cancellation,
    urgency: 'urgent',
    configuration: undefined,
    idempotent: undefined,
    connection: null,
    responsePushes: [],
    respond: undefined,
    charge: undefined,
  }
}

/** Returns the same origin for work that nothing waits for. */
export function createDeferrableOrigin(cancellation: Cancellation): Origin {
  return Object.assign(createOrigin(cancellation), { urgency: 'deferrable' } as const)
}

/** Origin of changes by the host or the engine itself. It is never cancelled. */
export const systemOrigin: Origin = createOrigin(Object.freeze({ aborted: false }))
