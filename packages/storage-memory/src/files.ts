import type { FileReads, FileWrites } from '@parley/core/storage'
import { sorted } from './order.js'
import type { FileRow } from './rows.js'
import type { Run } from './tables.js'

export const fileReads = (run: Run): FileReads => ({
  get: (key) =>
    run(({ files }) => {
      const row = files.get(key)
      return row?.dueAt === null ? row.file : undefined
    }),
  countDue: (until, max) => run(({ files }) => Math.min(files.rows(isDueAt(until)).length, max)),
})

export const fileWrites = (run: Run): FileWrites => ({
  insert: ({ key, licenseId, kind, createdAt, dueAt }) =>
    run(({ files }) => {
      const unknown = { name: '', contentType: '', size: 0, width: null, height: null, eventId: null }
      const file = { key, licenseId, kind, createdAt, ...unknown }
      files.insert(key, { file, dueAt, isCondemned: false })
    }),
  keep: (key, details) =>
    run(({ files }) => {
      const row = files.get(key)
      if (row === undefined || row.dueAt === null || row.isCondemned) return false
      const { name, contentType, size, width, height, eventId } = details
      const kept = { name, contentType, size, width, height, eventId }
      files.patch(key, { file: { ...row.file, ...kept }, dueAt: null })
      return true
    }),
  markForRemoval: (key, dueAt) =>
    run(({ files }) => {
      if ((files.get(key)?.dueAt ?? null) === null) return false
      files.patch(key, { dueAt, isCondemned: true })
      return true
    }),
  claimDue: (now, limit, dueAt) =>
    run(({ files }) => {
      const due = sorted(files.rows(isDueAt(now)), (row) => [row.dueAt ?? 0, row.file.key]).slice(0, limit)
      for (const { file } of due) files.patch(file.key, { dueAt, isCondemned: true })
      return due.map(({ file }) => file.key)
    }),
  delete: (keys) =>
    run(({ files }) => void files.deleteWhere((row) => row.isCondemned && keys.includes(row.file.key))),
  ...fileReads(run),
})

function isDueAt(now: number): (row: FileRow) => boolean {
  return ({ dueAt }) => dueAt !== null && dueAt <= now
}
