import type { SqlDialect } from './dialect.js'
import type { SqlExecutor } from './executor.js'
import { lockKeyStatement } from './lock-key.js'
import { type Statement, statement } from './statement.js'

/** Table with external ids. Those of agents and customers are separate. */
type Table = 'agents' | 'customers'

export type ExternalIdParams = { license_id: number; external_id: string }

interface Holder {
  readonly id: string
  readonly licenseId: number
  readonly externalId: string | null
}

export function externalIdStatements(dialect: SqlDialect, table: Table) {
  return {
    lockExternalId: lockKeyStatement(dialect, `${table}.lockExternalId`),
    setExternalId: statement<{ id: string; external_id: string | null }>(
      dialect,
      `${table}.setExternalId`,
      (db, param) =>
        db
          .updateTable(table)
          .set({ external_id: param('external_id') })
          .where('id', '=', param('id')),
    ),
  }
}

/**
 * Returns whether another entity has the external id. Locks the id until the transaction ends. Otherwise two
 * transactions could both find it free, and PostgreSQL would fail one of them at the unique index.
 */
export async function isExternalIdTaken(
  db: SqlExecutor,
  { lockExternalId }: { readonly lockExternalId: Statement<{ key: string }> },
  store: {
    getByExternalId(licenseId: number, externalId: string): Promise<Pick<Holder, 'id'> | undefined>
  },
  { id, licenseId, externalId }: Holder,
): Promise<boolean> {
  if (externalId === null) return false
  await db.all(lockExternalId, { key: `external-ids:${licenseId}:${externalId}` })
  const holder = await store.getByExternalId(licenseId, externalId)
  return holder !== undefined && holder.id !== id
}
