import type { Customer, CustomerWrites, Visitor } from '@parley/core/storage'
import { type SqlBool, sql } from 'kysely'
import type { RowOf } from '../sql/column-types.js'
import { integer, integerOrNull, json, text, textOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { type ExternalIdParams, externalIdStatements, isExternalIdTaken } from '../sql/external-ids.js'
import { insertRow } from '../sql/insert-row.js'
import { rowCount, statement } from '../sql/statement.js'

const customerColumns = {
  id: 'text',
  license_id: 'integer',
  external_id: 'text',
  name: 'text',
  email: 'text',
  fields: 'text',
  visitor: 'text',
  thread_count: 'integer',
  banned_until: 'integer',
  created_at: 'integer',
} as const

export const customerSelection = [
  'customers.id',
  'customers.license_id',
  'customers.external_id',
  'customers.name',
  'customers.email',
  'customers.fields',
  'customers.visitor',
  'customers.thread_count',
  'customers.banned_until',
  'customers.created_at',
] as const

export function decodeCustomer(row: Row): Customer {
  return decodeNamedCustomer(row, {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    createdAt: integer(row, 'created_at'),
  })
}

type CustomerName = Pick<Customer, 'id' | 'licenseId' | 'createdAt'>

/** Decodes a customer from a row in which other tables have columns of the same names. */
export function decodeNamedCustomer(row: Row, { id, licenseId, createdAt }: CustomerName): Customer {
  return {
    id,
    licenseId,
    externalId: textOrNull(row, 'external_id'),
    name: textOrNull(row, 'name'),
    email: textOrNull(row, 'email'),
    fields: json<Customer['fields']>(row, 'fields'),
    visitor: row.visitor === null ? null : decodeVisitor(row),
    threadCount: integer(row, 'thread_count'),
    bannedUntil: integerOrNull(row, 'banned_until'),
    createdAt,
  }
}

/** Decodes a visitor. Rows stored before addresses were located have no geolocation. */
function decodeVisitor(row: Row): Visitor {
  const visitor = json<Omit<Visitor, 'geolocation'> & Partial<Visitor>>(row, 'visitor')
  return Object.assign(visitor, { geolocation: visitor.geolocation ?? null })
}

function encodeDetails({ id, name, email, fields, visitor }: Customer) {
  const visitorJson = visitor === null ? null : JSON.stringify(visitor)
  return { id, name, email, fields: JSON.stringify(fields), visitor: visitorJson }
}

function encodeCustomer(customer: Customer): RowOf<typeof customerColumns> {
  return {
    ...encodeDetails(customer),
    license_id: customer.licenseId,
    external_id: customer.externalId,
    thread_count: customer.threadCount,
    banned_until: customer.bannedUntil,
    created_at: customer.createdAt,
  }
}

type BanParams = { id: string; banned_until: number | null }
type DetailParams = ReturnType<typeof encodeDetails>

type ListParams = { license_id: number; limit: number; after_at: number; after_id: string }

export function customerStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: string }>(dialect, 'customers.get', (db, param) =>
      db.selectFrom('customers').select(customerSelection).where('id', '=', param('id')),
    ),
    ...externalIdStatements(dialect, 'customers'),
    getByExternalId: statement<ExternalIdParams>(dialect, 'customers.getByExternalId', (db, param) =>
      db
        .selectFrom('customers')
        .select(customerSelection)
        .where('license_id', '=', param('license_id'))
        .where('external_id', '=', param('external_id')),
    ),
    lock: statement<{ id: string }>(dialect, 'customers.lock', (db, param) =>
      db
        .selectFrom('customers')
        .select(customerSelection)
        .where('id', '=', param('id'))
        .modifyEnd(dialect.lockClause),
    ),
    list: statement<ListParams>(dialect, 'customers.list', (db, param) =>
      db
        .selectFrom('customers')
        .select(customerSelection)
        .where('license_id', '=', param('license_id'))
        .where(sql<SqlBool>`(created_at, id) < (${param('after_at')}, ${param('after_id')})`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(rowCount(param('limit'))),
    ),
    insert: insertRow(dialect, { name: 'customers.insert', table: 'customers', columns: customerColumns }),
    updateDetails: statement<DetailParams>(dialect, 'customers.updateDetails', (db, param) =>
      db
        .updateTable('customers')
        .set({
          name: param('name'),
          email: param('email'),
          fields: param('fields'),
          visitor: param('visitor'),
        })
        .where('id', '=', param('id')),
    ),
    setBannedUntil: statement<BanParams>(dialect, 'customers.setBannedUntil', (db, param) =>
      db
        .updateTable('customers')
        .set({ banned_until: param('banned_until') })
        .where('id', '=', param('id')),
    ),
  }
}

export class SqlCustomers implements CustomerWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof customerStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof customerStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(customerId: string): Promise<Customer | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: customerId })
    return row && decodeCustomer(row)
  }

  async getByExternalId(licenseId: number, externalId: string): Promise<Customer | undefined> {
    const params = { license_id: licenseId, external_id: externalId }
    const row = await first(this.#db, this.#statements.getByExternalId, params)
    return row && decodeCustomer(row)
  }

  async list(
    licenseId: number,
    limit: number,
    after: Pick<Customer, 'createdAt' | 'id'> = { createdAt: Number.MAX_SAFE_INTEGER, id: '' },
  ): Promise<readonly Customer[]> {
    const position = { after_at: after.createdAt, after_id: after.id }
    const rows = await this.#db.all(this.#statements.list, { license_id: licenseId, limit, ...position })
    return rows.map(decodeCustomer)
  }

  async insert(customer: Customer): Promise<'inserted' | 'duplicate'> {
    if (await isExternalIdTaken(this.#db, this.#statements, this, customer)) return 'duplicate'
    await this.#db.run(this.#statements.insert, encodeCustomer(customer))
    return 'inserted'
  }

  async setExternalId(
    { id, licenseId }: Pick<Customer, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'> {
    if (await isExternalIdTaken(this.#db, this.#statements, this, { id, licenseId, externalId }))
      return 'duplicate'
    await this.#db.run(this.#statements.setExternalId, { id, external_id: externalId })
    return 'written'
  }

  async lock(customerId: string): Promise<Customer | undefined> {
    const row = await first(this.#db, this.#statements.lock, { id: customerId })
    return row && decodeCustomer(row)
  }

  async updateDetails(customer: Customer): Promise<void> {
    await this.#db.run(this.#statements.updateDetails, encodeDetails(customer))
  }

  async setBannedUntil(customerId: string, bannedUntil: number | null): Promise<boolean> {
    const params = { id: customerId, banned_until: bannedUntil }
    const count = await this.#db.run(this.#statements.setBannedUntil, params)
    return count > 0
  }
}
