import type { RateCounterReads, RateCounterWrites } from '@parley/core/storage'
import type { Run } from './tables.js'

export const rateCounterReads = (run: Run): RateCounterReads => ({
  countUntil: (at, max) => run(({ rateCounters }) => rateCounters.countUntil(at, max)),
})

export const rateCounterWrites = (run: Run): RateCounterWrites => ({
  record: (key, at, since) =>
    run(({ rateCounters, nextPosition }) => {
      rateCounters.deleteWhere((attempt) => attempt.key === key && attempt.at <= since)
      rateCounters.insert(`${nextPosition()}`, { key, at })
      const window = rateCounters.rows((attempt) => attempt.key === key)
      return { count: window.length, oldestAt: window.reduce((oldest, one) => Math.min(oldest, one.at), at) }
    }),
  takeBack: (key, at) =>
    run(({ rateCounters }) => {
      const [taken] = rateCounters.rows((attempt) => attempt.key === key && attempt.at === at)
      rateCounters.deleteWhere((attempt) => attempt === taken)
    }),
  clear: (key) => run(({ rateCounters }) => void rateCounters.deleteWhere((attempt) => attempt.key === key)),
  deleteUntil: (at, limit) => run(({ rateCounters }) => rateCounters.deleteUntil(at, limit)),
  ...rateCounterReads(run),
})
