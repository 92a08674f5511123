/**
 * Loads better-sqlite3. Rejects when it is not installed, or when its native module does not fit this Node.js.
 *
 * @returns {Promise<import('./driver.js').SqliteDriver>}
 */
export async function loadBetterSqlite3() {
  const { default: Database } = await import('better-sqlite3')
  // The native module is loaded with the first connection.
  new Database(':memory:').close()
  return {
    open(filename, { isReadonly, busyTimeoutMs }) {
      const database = new Database(filename, { readonly: isReadonly, timeout: busyTimeoutMs })
      return {
        get isInTransaction() {
          return database.inTransaction
        },
        prepare: (sql) => database.prepare(sql),
        exec: (sql) => void database.exec(sql),
        close: () => void database.close(),
      }
    },
    resultCode: (error) =>
      error instanceof Database.SqliteError ? /^SQLITE_([A-Z]+)/.exec(error.code)?.[1] : undefined,
  }
}
