import type { Configuration } from '../configuration/configuration.js'
import type { Cancellation, Urgency } from '../ports/storage.js'
import type { RequestOrigin } from '../push/request-origin.js'
import type { IdempotentRequest } from './idempotency-records.js'

/** Who makes a change: how it can be stopped, and what of it goes back to them. */
export interface Origin {
  /** Whose transactions are counted together; `null`: nobody's, who waits for no other. */
  readonly callerId: string | null
  /** Whose change it is, on whatever way it came; `null`: the host's, or the engine's own. */
  readonly authorId: string | null
  readonly cancellation: Cancellation
  readonly urgency: Urgency
  /** Of the caller's license, which the change is about; `undefined`: it is read where it is needed. */
  readonly configuration: Configuration | undefined
  /** Given by the caller: the change is made once, and its first response kept. */
  readonly idempotent: IdempotentRequest | undefined
  readonly connection: RequestOrigin | null
  /** The pushes that answer the action, by name: the first of them that the change causes names the request. */
  readonly answeredBy: readonly string[]
  /** Told the response in the same step as the facts, so that nothing committed later can come between. */
  readonly answer: ((response: unknown) => void) | undefined
  /** What was told of it on this node: bytes, of all receivers together. */
  readonly charge: ((bytes: number) => void) | undefined
}

/** Of a request that nobody else hears of before it is answered, or of the engine's own work. */
export function originOf(cancellation: Cancellation): Origin {
  return {
    callerId: null,
    authorId: null,
    cancellation,
    urgency: 'urgent',
    configuration: undefined,
    idempotent: undefined,
    connection: null,
    answeredBy: [],
    answer: undefined,
    charge: undefined,
  }
}

/** The same for which nobody waits. */
export function patientOriginOf(cancellation: Cancellation): Origin {
  return Object.assign(originOf(cancellation), { urgency: 'patient' } as const)
}

/** The host, or the engine itself; it is never given up. */
export const systemOrigin: Origin = originOf(Object.freeze({ aborted: false }))
