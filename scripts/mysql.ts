import { findMariadb, MariadbServer } from './mariadb-server.js'
import { type ProvidedServer, running } from './provided-server.js'

/** Reason to skip tests, or `false` when this machine can provide a MySQL or MariaDB server. */
export const noMysql: string | false =
  process.env.PARLEY_TEST_MYSQL || findMariadb() !== undefined
    ? false
    : 'PARLEY_TEST_MYSQL is not set, and mariadbd is not installed'

/** Provides a MySQL or MariaDB server for tests. Its address names no database. */
export async function provideMysql(): Promise<ProvidedServer> {
  const configured = process.env.PARLEY_TEST_MYSQL
  if (configured) return running(configured, 'PARLEY_TEST_MYSQL')
  const programs = findMariadb()
  if (programs === undefined) throw new Error(`${noMysql}`)
  const server = await MariadbServer.start(programs)
  return { url: server.url, origin: `a throw-away server of ${programs.server}`, stop: () => server.remove() }
}
