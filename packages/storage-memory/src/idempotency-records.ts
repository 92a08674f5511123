import type { IdempotencyRecordReads, IdempotencyRecordWrites } from '@parley/core/ports'
import type { Run, Tables } from './tables.js'

export const idempotencyRecordReads = (run: Run): IdempotencyRecordReads => ({
  get: (key, since) => run((tables) => recordSince(tables, key, since)),
  countUntil: (createdAt, max) =>
    run(({ idempotencyRecords }) => idempotencyRecords.countUntil(createdAt, max)),
})

export const idempotencyRecordWrites = (run: Run): IdempotencyRecordWrites => ({
  insert: (answer, since) =>
    run((tables) => {
      if (recordSince(tables, answer.key, since) !== undefined) return 'duplicate'
      tables.idempotencyRecords.put(answer.key, answer)
      return 'inserted'
    }),
  deleteUntil: (createdAt, limit) =>
    run(({ idempotencyRecords }) => idempotencyRecords.deleteUntil(createdAt, limit)),
  ...idempotencyRecordReads(run),
})

function recordSince({ idempotencyRecords }: Tables, key: string, since: number) {
  const answer = idempotencyRecords.get(key)
  return answer !== undefined && answer.createdAt > since ? answer : undefined
}
