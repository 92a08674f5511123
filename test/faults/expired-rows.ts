import { createHash } from 'node:crypto'
import type { Storage, StorageTransaction, Token } from '@parley/core/storage'

const dayMs = 86_400_000
const rowsPerTransaction = 500
/** Number of transactions that run at the same time. */
const width = 8

/** Number of expired rows of each kind. They expired days ago. */
export interface ExpiredRows {
  readonly answers: number
  readonly tokens: number
  readonly signIns: number
}

/** Stores expired rows, like those that a node finds after housekeeping has not run for days. */
export async function storeExpired(storage: Storage, rows: ExpiredRows): Promise<void> {
  const at = Date.now() - 3 * dayMs
  await store(storage, rows.answers, async (tx, from, count) => {
    for (let index = from; index < from + count; index += 1) {
      // Pads the response to the size of a response to a short message.
      const answer = {
        key: hash(index),
        payloadHash: hash(index),
        response: 'x'.repeat(300),
        createdAt: at + index,
      }
      await tx.idempotencyRecords.insert(answer, 0)
    }
  })
  await store(storage, rows.tokens, (tx, from, count) =>
    tx.tokens.insert(Array.from({ length: count }, (_, index) => expiredToken(from + index, at))),
  )
  await store(storage, rows.signIns, async (tx, from, count) => {
    for (let index = from; index < from + count; index += 1) {
      await tx.signIns.insert({
        hash: hash(index),
        agentId: 'somebody',
        createdAt: at,
        expiresAt: at + index,
      })
    }
  })
}

/** Returns whether any of the expired rows is still stored. */
export async function isAnyLeft({ read }: Storage): Promise<boolean> {
  const now = Date.now()
  const counts = await Promise.all([
    read.idempotencyRecords.countUntil(now - dayMs, 1),
    read.tokens.countExpired(now, 1),
    read.signIns.countExpired(now, 1),
  ])
  return counts.some((count) => count > 0)
}

async function store(
  storage: Storage,
  total: number,
  insert: (tx: StorageTransaction, from: number, count: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < total; from += width * rowsPerTransaction) {
    const starts = Array.from({ length: width }, (_, index) => from + index * rowsPerTransaction)
    await Promise.all(
      starts
        .filter((start) => start < total)
        .map((start) => {
          const count = Math.min(rowsPerTransaction, total - start)
          return storage.transaction((tx) => insert(tx, start, count))
        }),
    )
  }
}

/** Returns a hash of the index, so that the rows are stored in random order, like hashes of secrets. */
function hash(index: number): string {
  return createHash('sha256').update(String(index)).digest('hex')
}

function expiredToken(index: number, at: number): Token {
  return {
    ...{ hash: hash(index), kind: 'customer', licenseId: 1, clientId: 'app', entityId: hash(-index) },
    ...{ scopes: [], createdAt: at, expiresAt: at + index, refreshHash: null, sealedRefresh: null },
    codeHash: null,
  }
}
