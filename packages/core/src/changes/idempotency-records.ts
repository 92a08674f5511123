import { createHash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.js'
import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'

/** A request that the caller may repeat (decisions §6.5). */
export interface IdempotentRequest {
  /**
   * Hash of caller, action and idempotency key. The same key from another caller, or for another action, is another
   * request.
   */
  readonly key: string
  /** Hash of the payload; see {@link hashPayload}. */
  readonly payloadHash: string
}

/**
 * Version of the hashes that `hashPayload` returns. It must change whenever the same request would get another hash,
 * because payloads are normalized, serialized or hashed in another way.
 */
const payloadHashVersion = '2'

/** Thrown in the transaction of the second of two equal requests that run at the same time. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/** Returns the SHA-256 hash of a JSON value. The order of keys does not matter (decisions §16.6). */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/**
 * Returns the hash of a payload, prefixed with the version of the hash and a colon. Releases before the first version
 * wrote no prefix.
 */
export function hashPayload(payload: unknown): string {
  return `${payloadHashVersion}:${hashJson(payload)}`
}

/**
 * Returns whether two hashes have the same version. Hashes of different versions cannot be compared, so only the
 * idempotency key counts (decisions §16.6).
 */
function areComparable(one: string, other: string): boolean {
  return versionOf(one) === versionOf(other)
}

function versionOf(payloadHash: string): string {
  return payloadHash.slice(0, Math.max(0, payloadHash.indexOf(':')))
}

/** Stores the first response to a request with an idempotency key, in the same commit as its change. */
export class IdempotencyRecords {
  readonly #read: StorageReads
  readonly #clock: Clock
  readonly #memoryMs: number

  constructor(read: StorageReads, clock: Clock, memoryMs: number) {
    this.#read = read
    this.#clock = clock
    this.#memoryMs = memoryMs
  }

  /**
   * Returns the stored response as `{response}`. Throws a `validation` error when the key was used with another
   * payload.
   */
  async find(request: IdempotentRequest): Promise<{ readonly response: unknown } | undefined> {
    const record = await this.#read.idempotencyRecords.get(request.key, this.#since())
    if (record === undefined) return undefined
    const { payloadHash } = record
    if (areComparable(payloadHash, request.payloadHash) && payloadHash !== request.payloadHash) {
      throw invalid(
        { path: 'idempotency_key', rule: 'key_reused' },
        'the idempotency key was used before with another payload',
      )
    }
    return { response: JSON.parse(record.response) }
  }

  /**
   * Stores the response. Throws {@link DuplicateRequestError} when an equal request was first, which rolls the transaction
   * back.
   */
  async store(
    tx: StorageTransaction,
    request: IdempotentRequest,
    response: unknown,
    now: number,
  ): Promise<void> {
    const record = { ...request, response: JSON.stringify(response), createdAt: now }
    const result = await tx.idempotencyRecords.insert(record, this.#since())
    if (result === 'duplicate') throw new DuplicateRequestError()
  }

  #since(): number {
    return this.#clock.now() - this.#memoryMs
  }
}
