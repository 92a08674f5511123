import type { License, LicenseChanges, LicenseWrites } from '@parley/core/storage'
import { flag, integer, integerOrNull, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { rowCount, statement } from '../sql/statement.js'

export const licenseSelection = [
  'licenses.id',
  'licenses.name',
  'licenses.plan',
  'licenses.is_in_trial',
  'licenses.created_at',
  'licenses.expires_at',
] as const

export function decodeLicense(row: Row): License {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    plan: text(row, 'plan'),
    isInTrial: flag(row, 'is_in_trial'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
  }
}

type LicenseValues = {
  name: string
  plan: string
  is_in_trial: boolean
  created_at: number
  expires_at: number | null
}

export function licenseStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: number }>(dialect, 'licenses.get', (db, param) =>
      db.selectFrom('licenses').select(licenseSelection).where('id', '=', param('id')),
    ),
    list: statement<{ limit: number; after: number }>(dialect, 'licenses.list', (db, param) =>
      db
        .selectFrom('licenses')
        .select(licenseSelection)
        .where('id', '>', param('after'))
        .orderBy('id')
        .limit(rowCount(param('limit'))),
    ),
    lock: statement<{ id: number }>(dialect, 'licenses.lock', (db, param) =>
      db
        .selectFrom('licenses')
        .select(licenseSelection)
        .where('id', '=', param('id'))
        .modifyEnd(dialect.lockClause),
    ),
    update: statement<Omit<LicenseValues, 'created_at'> & { id: number }>(
      dialect,
      'licenses.update',
      (db, param) =>
        db
          .updateTable('licenses')
          .set({
            name: param('name'),
            plan: param('plan'),
            is_in_trial: param('is_in_trial'),
            expires_at: param('expires_at'),
          })
          .where('id', '=', param('id')),
    ),
    insert: statement<LicenseValues>(dialect, 'licenses.insert', (db, param) =>
      db
        .insertInto('licenses')
        .values({
          name: param('name'),
          plan: param('plan'),
          is_in_trial: param('is_in_trial'),
          created_at: param('created_at'),
          expires_at: param('expires_at'),
        })
        .returning('id'),
    ),
  }
}

export class SqlLicenses implements LicenseWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof licenseStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof licenseStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(licenseId: number): Promise<License | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: licenseId })
    return row && decodeLicense(row)
  }

  async list(limit: number, after = 0): Promise<readonly License[]> {
    const rows = await this.#db.all(this.#statements.list, { limit, after })
    return rows.map(decodeLicense)
  }

  async insert(license: Omit<License, 'id'>): Promise<License> {
    const { name, plan, isInTrial, createdAt, expiresAt } = license
    const [row] = await this.#db.all(this.#statements.insert, {
      name,
      plan,
      is_in_trial: isInTrial,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    if (row === undefined) throw new TypeError('the database returned no license id')
    return { id: integer(row, 'id'), name, plan, isInTrial, createdAt, expiresAt }
  }

  async update(licenseId: number, changes: LicenseChanges): Promise<License | undefined> {
    const row = await first(this.#db, this.#statements.lock, { id: licenseId })
    if (row === undefined) return undefined
    const license = { ...decodeLicense(row), ...changes }
    const { name, plan, isInTrial: is_in_trial, expiresAt: expires_at } = license
    await this.#db.run(this.#statements.update, { id: licenseId, name, plan, is_in_trial, expires_at })
    return license
  }
}
