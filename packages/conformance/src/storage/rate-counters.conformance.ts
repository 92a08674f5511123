import assert from 'node:assert/strict'
import { upTo } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function rateCounterCases(cases: StorageCases): void {
  cases.add('counts the attempts of a key in the window, the new one included', async ({ write }) => {
    const record = (key: string, at: number, since: number) =>
      write((tx) => tx.rateCounters.record(key, at, since))
    assert.deepEqual(await record('key', 1_000, 0), { count: 1, oldestAt: 1_000 })
    assert.deepEqual(await record('key', 1_000, 0), { count: 2, oldestAt: 1_000 })
    assert.deepEqual(await record('other', 1_500, 0), { count: 1, oldestAt: 1_500 })
    assert.deepEqual(await record('key', 2_000, 999), { count: 3, oldestAt: 1_000 })
    assert.deepEqual(await record('key', 1_767_225_600_000, 1_000), { count: 2, oldestAt: 2_000 })
  })

  cases.add('counts every one of several concurrent attempts', async ({ write }) => {
    const windows = await Promise.all(
      upTo(12).map((n) => write((tx) => tx.rateCounters.record('key', 1_000 + n, 0))),
    )
    const counts = windows.map(({ count }) => count).sort((left, right) => left - right)
    assert.deepEqual(counts, upTo(12))
  })

  cases.add(
    'removes one attempt of a key at a time, even among several at the same time',
    async ({ write }) => {
      for (const at of [1_000, 1_000, 1_000, 2_000]) await write((tx) => tx.rateCounters.record('key', at, 0))
      await write((tx) => tx.rateCounters.record('other', 1_000, 0))
      await Promise.all([1, 2].map(() => write((tx) => tx.rateCounters.takeBack('key', 1_000))))
      await write((tx) => tx.rateCounters.takeBack('key', 3_000))
      await write((tx) => tx.rateCounters.takeBack('nothing', 1_000))
      assert.deepEqual(await write((tx) => tx.rateCounters.record('key', 3_000, 0)), {
        count: 3,
        oldestAt: 1_000,
      })
      assert.equal((await write((tx) => tx.rateCounters.record('other', 3_000, 0))).count, 2)
    },
  )

  cases.add('clears a key and no other', async ({ write }) => {
    await write(async (tx) => {
      await tx.rateCounters.record('key', 1_000, 0)
      await tx.rateCounters.record('other', 1_000, 0)
      await tx.rateCounters.clear('key')
    })
    assert.equal((await write((tx) => tx.rateCounters.record('key', 2_000, 0))).count, 1)
    assert.equal((await write((tx) => tx.rateCounters.record('other', 2_000, 0))).count, 2)
  })
}
