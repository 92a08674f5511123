import { ParleyConfigError } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { sqlStorage } from '@parley/storage-sql'
import { mysqlDialect } from './mysql-dialect.js'
import { MysqlDriver } from './mysql-driver.js'

/** Options of `mysqlStorage`. */
export interface MysqlStorageOptions {
  /** Address of the database, `mysql://user:password@host:port/database`. */
  readonly url: string
  /** Maximum number of connections, 1 to 1,000. They are opened when calls need them. Default: 10. */
  readonly poolSize?: number
}

const address = 'mysql://user:password@host:port/database'

/** Creates a storage in MySQL 8 or MariaDB 10.11, or newer, shared by any number of nodes. It connects in `open()`. */
export function mysqlStorage(options: MysqlStorageOptions): Storage {
  if (typeof options !== 'object' || options === null) {
    const message = `mysqlStorage needs options, such as { url: '${address}' }`
    throw new ParleyConfigError('options_required', { message })
  }
  const { url, poolSize = 10 } = options
  if (!isAddress(url)) throw invalidOption('url', `must be the address of a database, such as ${address}`)
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000) {
    throw invalidOption('poolSize', 'must be an integer from 1 to 1,000')
  }
  return sqlStorage({ dialect: mysqlDialect, driver: new MysqlDriver(url, poolSize) })
}

function isAddress(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, pathname } = new URL(url)
  return protocol === 'mysql:' && pathname.length > 1
}

function invalidOption(name: string, requirement: string): ParleyConfigError {
  const message = `mysqlStorage: ${name} ${requirement}`
  return new ParleyConfigError('option_invalid', { option: `mysqlStorage.${name}`, message })
}
