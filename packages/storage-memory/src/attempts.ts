import type { AttemptReads, AttemptWrites } from '@parley/core/ports'
import type { Run } from './tables.js'

export const attemptReads = (run: Run): AttemptReads => ({
  countUntil: (at, max) => run(({ attempts }) => attempts.countUntil(at, max)),
})

export const attemptWrites = (run: Run): AttemptWrites => ({
  record: (key, at, since) =>
    run(({ attempts, nextPosition }) => {
      attempts.deleteWhere((attempt) => attempt.key === key && attempt.at <= since)
      attempts.insert(`${nextPosition()}`, { key, at })
      const window = attempts.rows((attempt) => attempt.key === key)
      return { count: window.length, oldestAt: window.reduce((oldest, one) => Math.min(oldest, one.at), at) }
    }),
  takeBack: (key, at) =>
    run(({ attempts }) => {
      const [taken] = attempts.rows((attempt) => attempt.key === key && attempt.at === at)
      attempts.deleteWhere((attempt) => attempt === taken)
    }),
  clear: (key) => run(({ attempts }) => void attempts.deleteWhere((attempt) => attempt.key === key)),
  deleteUntil: (at, limit) => run(({ attempts }) => attempts.deleteUntil(at, limit)),
  ...attemptReads(run),
})
