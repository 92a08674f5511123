import assert from 'node:assert/strict'
import type { StorageReads, StorageTransaction } from '@parley/core/storage'
import { newToken, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** A store whose rows expire and are deleted in batches of bounded size. */
interface ExpiringStore {
  readonly name: string
  /** Inserts a row that expires at `at`; `key` makes it unique. */
  insert(tx: StorageTransaction, context: StorageContext, key: string, at: number): Promise<unknown>
  count(read: Pick<StorageReads, Counted>, until: number, max: number): Promise<number>
  delete(tx: StorageTransaction, until: number, limit: number): Promise<number>
}

type Counted = 'idempotencyRecords' | 'tokens' | 'codes' | 'signIns' | 'rateCounters' | 'facts'

const stores: readonly ExpiringStore[] = [
  {
    name: 'idempotencyRecords',
    insert: (tx, _, key, createdAt) =>
      tx.idempotencyRecords.insert({ key, payloadHash: 'ab12', response: '{}', createdAt }, 0),
    count: (read, until, max) => read.idempotencyRecords.countUntil(until, max),
    delete: (tx, until, limit) => tx.idempotencyRecords.deleteUntil(until, limit),
  },
  {
    name: 'tokens',
    insert: (tx, { license }, hash, expiresAt) => tx.tokens.insert([newToken(license, hash, { expiresAt })]),
    count: (read, until, max) => read.tokens.countExpired(until, max),
    delete: (tx, until, limit) => tx.tokens.deleteExpired(until, limit),
  },
  {
    name: 'codes',
    insert: (tx, { license }, hash, expiresAt) =>
      tx.codes.insert({
        ...{ hash, licenseId: license.id, clientId: 'client', agentId: 'agent', scopes: [] },
        ...{
          redirectUri: 'https://example.com/',
          codeChallenge: null,
          namesScopes: false,
          createdAt: 1_000,
          expiresAt,
        },
      }),
    count: (read, until, max) => read.codes.countExpired(until, max),
    delete: (tx, until, limit) => tx.codes.deleteExpired(until, limit),
  },
  {
    name: 'sign-ins',
    insert: (tx, _, hash, expiresAt) =>
      tx.signIns.insert({ hash, agentId: 'agent', createdAt: 1_000, expiresAt }),
    count: (read, until, max) => read.signIns.countExpired(until, max),
    delete: (tx, until, limit) => tx.signIns.deleteExpired(until, limit),
  },
  {
    name: 'rateCounters',
    insert: (tx, _, key, at) => tx.rateCounters.record(key, at, 0),
    count: (read, until, max) => read.rateCounters.countUntil(until, max),
    delete: (tx, until, limit) => tx.rateCounters.deleteUntil(until, limit),
  },
  {
    name: 'facts',
    insert: (tx, _, chatId, at) => tx.facts.insert([{ chatId, sequence: 1, at, facts: '{}' }], 10),
    count: (read, until, max) => read.facts.countUntil(until, max),
    delete: (tx, until, limit) => tx.facts.deleteUntil(until, limit),
  },
]

/** A time later than any other in these cases. */
const forEver = 1_767_225_600_000

export function expiryCases(cases: StorageCases): void {
  for (const store of stores) {
    boundCases(cases, store)
    raceCases(cases, store)
  }
}

async function given(context: StorageContext, store: ExpiringStore, instants: readonly number[]) {
  await context.write(async (tx) => {
    for (const [index, at] of instants.entries()) await store.insert(tx, context, `given-${index}`, at)
  })
}

function boundCases(cases: StorageCases, store: ExpiringStore): void {
  cases.add(`counts expired ${store.name} up to a maximum`, async (context) => {
    const count = (until: number, max: number) => store.count(context.read, until, max)
    assert.equal(await count(forEver, 10), 0)
    await given(context, store, [1_000, 2_000, 2_000, 3_000])
    assert.equal(await count(999, 10), 0)
    assert.equal(await count(2_000, 10), 3)
    assert.equal(await count(forEver, 3), 3)
    assert.equal(await context.write((tx) => store.count(tx, forEver, 10)), 4)
  })

  cases.add(`deletes expired ${store.name} up to a limit, the oldest first`, async (context) => {
    await given(context, store, [3_000, 1_000, 2_000, forEver])
    const remove = (until: number, limit: number) => context.write((tx) => store.delete(tx, until, limit))
    const left = (until: number) => store.count(context.read, until, 10)
    assert.equal(await remove(999, 10), 0)
    assert.equal(await remove(3_000, 1), 1)
    assert.deepEqual([await left(1_000), await left(forEver)], [0, 3])
    assert.equal(await remove(2_999, 10), 1)
    assert.equal(await remove(3_000, 10), 1)
    assert.equal(await remove(3_000, 10), 0)
    assert.equal(await left(forEver), 1)
  })
}

function raceCases(cases: StorageCases, store: ExpiringStore): void {
  cases.add(`deletes each of ${store.name} once, despite concurrent deletes and inserts`, async (context) => {
    await given(
      context,
      store,
      upTo(40).map((n) => 1_000 + (n % 7)),
    )
    const removed = upTo(6).map(() => context.write((tx) => store.delete(tx, 2_000, 10)))
    const inserted = upTo(10).map((n) =>
      context.write((tx) => store.insert(tx, context, `new-${n}`, forEver)),
    )
    const counts = await Promise.all(removed)
    await Promise.all(inserted)
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      40,
    )
    assert.equal(await store.count(context.read, forEver, 100), 10)
  })

  cases.add(`deletes no ${store.name} when the transaction fails`, async (context) => {
    await given(context, store, [1_000])
    const work = context.write(async (tx) => {
      assert.equal(await store.delete(tx, forEver, 10), 1)
      assert.equal(await store.count(tx, forEver, 10), 0)
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.equal(await store.count(context.read, forEver, 10), 1)
  })
}
