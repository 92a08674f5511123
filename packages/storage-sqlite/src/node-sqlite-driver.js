/**
 * The used part of `node:sqlite`. The types of Node.js 20 do not include the module.
 *
 * @typedef {object} NodeSqlite
 * @property {new (filename: string, options: { readOnly: boolean, timeout: number }) => NodeDatabase} DatabaseSync
 */

/**
 * @typedef {object} NodeDatabase
 * @property {boolean} isTransaction
 * @property {(sql: string) => import('./driver.js').SqliteStatement} prepare
 * @property {(sql: string) => void} exec
 * @property {() => void} close
 */

/**
 * Names of SQLite's primary result codes that the storage distinguishes.
 *
 * @type {Readonly<Record<number, string>>}
 */
const resultCodes = {
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  22: 'NOLFS',
  26: 'NOTADB',
}

/**
 * Loads `node:sqlite`. Rejects when this Node.js does not have the module, or an early version that lacks FTS5 or a
 * method.
 *
 * @returns {Promise<import('./driver.js').SqliteDriver>}
 */
export async function loadNodeSqlite() {
  // Unlike an import, this works with bundlers that do not know the module.
  const module = process.getBuiltinModule('node:sqlite')
  if (!isNodeSqlite(module)) throw new Error('this Node.js has no module node:sqlite')
  const { DatabaseSync } = module
  requireComplete(new DatabaseSync(':memory:', { readOnly: false, timeout: 0 }))
  return {
    open(filename, { isReadonly, busyTimeoutMs }) {
      const database = new DatabaseSync(filename, { readOnly: isReadonly, timeout: busyTimeoutMs })
      return {
        get isInTransaction() {
          return database.isTransaction
        },
        prepare: (sql) => database.prepare(sql),
        exec: (sql) => database.exec(sql),
        close: () => database.close(),
      }
    },
    resultCode,
  }
}

/**
 * @param {object | undefined} module
 * @returns {module is NodeSqlite}
 */
function isNodeSqlite(module) {
  return module !== undefined && 'DatabaseSync' in module && typeof module.DatabaseSync === 'function'
}

/**
 * Throws when the first versions of the module are too old for the storage. Closes the database.
 *
 * @param {NodeDatabase} database
 */
function requireComplete(database) {
  const row = database.prepare("select sqlite_compileoption_used('ENABLE_FTS5') as fts5").get()
  const hasIsTransaction = typeof database.isTransaction === 'boolean'
  database.close()
  if (row?.fts5 !== 1) throw new Error('node:sqlite has no FTS5')
  if (!hasIsTransaction) throw new Error('node:sqlite has no isTransaction')
}

/**
 * @param {unknown} error
 * @returns {string | undefined}
 */
function resultCode(error) {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  // The low byte of an extended result code is the primary one.
  return resultCodes[error.errcode & 0xff]
}
