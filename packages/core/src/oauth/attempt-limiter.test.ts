import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOn } from '../../test/changes.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { systemOrigin } from '../changes/origin.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { RateCounterWrites } from '../ports/stores/rate-counters.js'
import { AttemptLimiter } from './attempt-limiter.js'

const rule = { windowMs: 30_000, max: 2, code: 'too_many_requests', description: 'Too many.' } as const

async function given() {
  const storage = await openStorage()
  const clock = new VirtualClock(0)
  return {
    clock,
    attempts: new AttemptLimiter(changesOn(storage).changes, clock),
    count: () => storage.read.rateCounters.countUntil(clock.now(), 10),
  }
}

test('allows the maximum number of attempts, and refuses the next with a retry time', async () => {
  const { clock, attempts } = await given()
  await attempts.count(systemOrigin, 'key', rule)
  clock.advance(10_500)
  await attempts.count(systemOrigin, 'key', rule)
  const refusal = { code: 'too_many_requests', message: 'Too many.', retryAfterSeconds: 20 }
  await assert.rejects(attempts.count(systemOrigin, 'key', rule), refusal)
})

test('refused attempts do not count, so a retry after the given time is allowed', async () => {
  const { clock, attempts, count } = await given()
  for (const waitMs of [0, 10_000]) {
    clock.advance(waitMs)
    await attempts.count(systemOrigin, 'key', rule)
  }
  for (let refused = 0; refused < 5; refused += 1)
    await assert.rejects(attempts.count(systemOrigin, 'key', rule))
  assert.equal(await count(), 2)
  clock.advance(20_000)
  await attempts.count(systemOrigin, 'key', rule)
})

test('clear resets the count', async () => {
  const { attempts } = await given()
  await attempts.count(systemOrigin, 'key', rule)
  await attempts.count(systemOrigin, 'key', rule)
  await attempts.clear(systemOrigin, 'key')
  await attempts.count(systemOrigin, 'key', rule)
})

test('takeBack removes one attempt, and keeps others of the same time', async () => {
  const { attempts, count } = await given()
  await attempts.count(systemOrigin, 'key', rule)
  await attempts.count(systemOrigin, 'key', rule, 0)
  await attempts.takeBack(systemOrigin, 'key', 0)
  assert.equal(await count(), 1)
  await attempts.count(systemOrigin, 'key', rule)
  await assert.rejects(attempts.count(systemOrigin, 'key', rule))
})

test('counts attempts of one key one after another, without delaying other keys', async () => {
  const begun: (() => void)[] = []
  const record = async () => {
    await new Promise<void>((resolve) => begun.push(resolve))
    return { count: 1, oldestAt: 0 }
  }
  const tx = scripted<StorageTransaction>({ rateCounters: scripted<RateCounterWrites>({ record }) })
  const { changes } = changesOn(scripted<Storage>({ transaction: (work) => work(tx) }))
  const attempts = new AttemptLimiter(changes, new VirtualClock(0))
  const all = ['one', 'one', 'other'].map((key) => attempts.count(systemOrigin, key, rule))
  await nextTurn()
  assert.equal(begun.length, 2)
  for (let next = begun.shift(); next !== undefined; next = begun.shift()) {
    next()
    await nextTurn()
  }
  await Promise.all(all)
})
