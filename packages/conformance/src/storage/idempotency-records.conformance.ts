import assert from 'node:assert/strict'
import type { IdempotencyRecord } from '@parley/core/storage'
import { upTo } from './fixtures.js'
import type { StorageCases } from './suite.js'

const record: IdempotencyRecord = {
  key: 'caller action key',
  payloadHash: 'ab12',
  response: '{"a":1}',
  createdAt: 5_000,
}

export function idempotencyRecordCases(cases: StorageCases): void {
  storingCases(cases)
  racingCases(cases)
}

function storingCases(cases: StorageCases): void {
  cases.add('answers a record only when it was created after the given time', async (context) => {
    const { read, write } = context
    assert.equal(await write((tx) => tx.idempotencyRecords.insert(record, 0)), 'inserted')
    assert.deepEqual(await read.idempotencyRecords.get(record.key, 4_999), record)
    assert.equal(await read.idempotencyRecords.get(record.key, 5_000), undefined)
    assert.equal(await read.idempotencyRecords.get('unknown', 0), undefined)
  })

  cases.add('refuses a key whose record is still valid, and writes nothing', async ({ read, write }) => {
    await write((tx) => tx.idempotencyRecords.insert(record, 0))
    const second = { ...record, payloadHash: 'cd34', response: '{}', createdAt: 6_000 }
    assert.equal(await write((tx) => tx.idempotencyRecords.insert(second, 4_999)), 'duplicate')
    assert.deepEqual(await read.idempotencyRecords.get(record.key, 0), record)
  })

  cases.add('replaces an expired record', async ({ read, write }) => {
    await write((tx) => tx.idempotencyRecords.insert(record, 0))
    const second = { ...record, payloadHash: 'cd34', response: '{}', createdAt: 90_000 }
    assert.equal(await write((tx) => tx.idempotencyRecords.insert(second, 5_000)), 'inserted')
    assert.deepEqual(await read.idempotencyRecords.get(record.key, 0), second)
  })
}

function racingCases(cases: StorageCases): void {
  cases.add('lets exactly one of several racing transactions insert', async ({ storage, read }) => {
    const responses = upTo(8).map((n) => ({ ...record, response: `{"n":${n}}` }))
    const outcomes = await Promise.all(
      responses.map((one) => storage.transaction((tx) => tx.idempotencyRecords.insert(one, 0))),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 1)
    const winner = responses[outcomes.indexOf('inserted')]
    assert.deepEqual(await read.idempotencyRecords.get(record.key, 0), winner)
  })

  cases.add('lets another transaction insert after the first was rolled back', async ({ storage, write }) => {
    const refused = storage.transaction(async (tx) => {
      await tx.idempotencyRecords.insert(record, 0)
      throw new Error('refused')
    })
    await assert.rejects(refused)
    assert.equal(await write((tx) => tx.idempotencyRecords.insert(record, 0)), 'inserted')
  })
}
