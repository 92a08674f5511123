import type { IdempotencyRecordReads, IdempotencyRecordWrites } from '@parley/core/storage'
import type { Run, Tables } from './tables.js'

export const idempotencyRecordReads = (run: Run): IdempotencyRecordReads => ({
  get: (key, since) => run((tables) => recordSince(tables, key, since)),
  countUntil: (createdAt, max) =>
    run(({ idempotencyRecords }) => idempotencyRecords.countUntil(createdAt, max)),
})

export const idempotencyRecordWrites = (run: Run): IdempotencyRecordWrites => ({
  insert: (record, since) =>
    run((tables) => {
      if (recordSince(tables, record.key, since) !== undefined) return 'duplicate'
      tables.idempotencyRecords.put(record.key, record)
      return 'inserted'
    }),
  deleteUntil: (createdAt, limit) =>
    run(({ idempotencyRecords }) => idempotencyRecords.deleteUntil(createdAt, limit)),
  ...idempotencyRecordReads(run),
})

function recordSince({ idempotencyRecords }: Tables, key: string, since: number) {
  const record = idempotencyRecords.get(key)
  return record !== undefined && record.createdAt > since ? record : undefined
}
