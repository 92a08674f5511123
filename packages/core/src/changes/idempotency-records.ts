import { createHash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.js'
import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'

/** A request that the caller may send again (decisions §6.5). */
export interface IdempotentRequest {
  /** Hash of caller, action and key: the same key of another caller, or for another action, is another request. */
  readonly key: string
  /** See {@link payloadHashOf}. */
  readonly payloadHash: string
}

/**
 * Version of what `payloadHashOf` answers. It changes whenever the same request would be hashed to something else: where the
 * payload is normalized in another way before, or written or hashed in another way.
 */
const payloadHashVersion = '2'

/** Thrown in the transaction of the second of two equal requests that run at the same time. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered'
}

/** The same for every order of keys (decisions §16.6). */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Stands for a payload: the version of the hash, a colon, the hash. Releases before the first version have no prefix. */
export function payloadHashOf(payload: unknown): string {
  return `${payloadHashVersion}:${hashOf(payload)}`
}

/** A hash of another version tells nothing of the payload, so the key alone counts (decisions §16.6). */
function areComparable(one: string, other: string): boolean {
  return versionOf(one) === versionOf(other)
}

function versionOf(payloadHash: string): string {
  return payloadHash.slice(0, Math.max(0, payloadHash.indexOf(':')))
}

/** First answers to requests with an idempotency key, kept in the same commit as what they answer. */
export class IdempotencyRecords {
  readonly #read: StorageReads
  readonly #clock: Clock
  readonly #memoryMs: number

  constructor(read: StorageReads, clock: Clock, memoryMs: number) {
    this.#read = read
    this.#clock = clock
    this.#memoryMs = memoryMs
  }

  /** The first answer as `{response}`; `validation` when the key came with another payload before. */
  async find(request: IdempotentRequest): Promise<{ readonly response: unknown } | undefined> {
    const answer = await this.#read.answers.get(request.key, this.#since())
    if (answer === undefined) return undefined
    const { payloadHash } = answer
    if (areComparable(payloadHash, request.payloadHash) && payloadHash !== request.payloadHash) {
      throw invalid('the idempotency key was used before with another payload')
    }
    return { response: JSON.parse(answer.response) }
  }

  /** Throws {@link AlreadyAnswered}, and so undoes the transaction, when another one was first. */
  async keep(
    tx: StorageTransaction,
    request: IdempotentRequest,
    response: unknown,
    now: number,
  ): Promise<void> {
    const answer = { ...request, response: JSON.stringify(response), createdAt: now }
    const result = await tx.answers.insert(answer, this.#since())
    if (result === 'duplicate') throw new AlreadyAnswered()
  }

  #since(): number {
    return this.#clock.now() - this.#memoryMs
  }
}
