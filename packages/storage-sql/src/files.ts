import type { FileDetails, FileKind, FileWrites, NewFile, StoredFile } from '@parley/core/storage'
import { sql } from 'kysely'
import type { RowOf } from './sql/column-types.js'
import { integer, integerOrNull, oneOf, text, textOrNull } from './sql/columns.js'
import type { SqlDialect } from './sql/dialect.js'
import { countDue, dueRowStatements } from './sql/due-rows.js'
import { first, type Row, type SqlExecutor } from './sql/executor.js'
import { insertRow } from './sql/insert-row.js'
import { rowCount, statement } from './sql/statement.js'

const newFileColumns = {
  key: 'text',
  license_id: 'integer',
  kind: 'text',
  created_at: 'integer',
  due_at: 'integer',
} as const

type KeepParams = {
  key: string
  name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
  event_id: string | null
}
type TakeParams = { now: number; limit: number; due_at: number }

const kinds: readonly FileKind[] = ['file', 'image']

function decodeFile(row: Row): StoredFile {
  return {
    key: text(row, 'key'),
    licenseId: integer(row, 'license_id'),
    kind: oneOf(row, 'kind', kinds),
    createdAt: integer(row, 'created_at'),
    name: text(row, 'name'),
    contentType: text(row, 'content_type'),
    size: integer(row, 'size'),
    width: integerOrNull(row, 'width'),
    height: integerOrNull(row, 'height'),
    eventId: textOrNull(row, 'event_id'),
  }
}

function encodeNewFile({ key, licenseId, kind, createdAt, dueAt }: NewFile): RowOf<typeof newFileColumns> {
  return { key, license_id: licenseId, kind, created_at: createdAt, due_at: dueAt }
}

export function fileStatements(dialect: SqlDialect) {
  return { ...keptStatements(dialect), ...condemnedStatements(dialect) }
}

function keptStatements(dialect: SqlDialect) {
  return {
    get: statement<{ key: string }>(dialect, 'files.get', (db, param) =>
      db
        .selectFrom('files')
        .select(['key', 'license_id', 'kind', 'created_at', 'name', 'content_type', 'size'])
        .select(['width', 'height', 'event_id'])
        .where('key', '=', param('key'))
        .where('due_at', 'is', null),
    ),
    insert: insertRow(dialect, { name: 'files.insert', table: 'files', columns: newFileColumns }),
    keep: statement<KeepParams>(dialect, 'files.keep', (db, param) =>
      db
        .updateTable('files')
        .set({ due_at: null, name: param('name'), content_type: param('content_type') })
        .set({ size: param('size'), width: param('width'), height: param('height') })
        .set({ event_id: param('event_id') })
        .where('key', '=', param('key'))
        .where('due_at', 'is not', null)
        .where(sql<boolean>`not is_condemned`),
    ),
  }
}

function condemnedStatements(dialect: SqlDialect) {
  return {
    countDue: dueRowStatements(dialect, { table: 'files', key: 'key', dueAt: 'due_at' }).countDue,
    markForRemoval: statement<{ key: string; due_at: number }>(
      dialect,
      'files.markForRemoval',
      (_, param) => ({
        compile: () =>
          sql`update files set is_condemned = true, due_at = ${param('due_at')}
          where key = ${param('key')} and due_at is not null`.compile(dialect.builder),
      }),
    ),
    claimDue: statement<TakeParams>(dialect, 'files.claimDue', (_, param) => ({
      compile: () =>
        sql`with due as materialized (
          select key from files where due_at <= ${param('now')}
          order by due_at limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}
        )
        update files set is_condemned = true, due_at = ${param('due_at')}
        where key in (select key from due) returning key`.compile(dialect.builder),
    })),
    delete: statement<{ keys: readonly string[] }>(dialect, 'files.delete', (db, param) =>
      db
        .deleteFrom('files')
        .where((file) => dialect.isOneOf(file.ref('key'), param('keys')))
        .where(sql<boolean>`is_condemned`),
    ),
  }
}

export class SqlFiles implements FileWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof fileStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof fileStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(key: string): Promise<StoredFile | undefined> {
    const row = await first(this.#db, this.#statements.get, { key })
    return row && decodeFile(row)
  }

  countDue(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until, max })
  }

  async insert(file: NewFile): Promise<void> {
    await this.#db.run(this.#statements.insert, encodeNewFile(file))
  }

  async keep(key: string, details: FileDetails): Promise<boolean> {
    const { name, contentType, size, width, height, eventId } = details
    const values = { name, content_type: contentType, size, width, height, event_id: eventId }
    return (await this.#db.run(this.#statements.keep, { key, ...values })) > 0
  }

  async markForRemoval(key: string, dueAt: number): Promise<boolean> {
    return (await this.#db.run(this.#statements.markForRemoval, { key, due_at: dueAt })) > 0
  }

  async claimDue(now: number, limit: number, dueAt: number): Promise<readonly string[]> {
    const rows = await this.#db.all(this.#statements.claimDue, { now, limit, due_at: dueAt })
    return rows.map((row) => text(row, 'key'))
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#db.run(this.#statements.delete, { keys })
  }
}
