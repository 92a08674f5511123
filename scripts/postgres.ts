import pg from 'pg'
import { Cluster, findBinaries } from './postgres-cluster.js'
import { type ProvidedServer, running } from './provided-server.js'

const LOCAL_URL = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Provides a PostgreSQL server for tests. Resolves with `undefined` when PostgreSQL is not installed on this machine.
 */
export async function providePostgres(): Promise<ProvidedServer | undefined> {
  const configured = process.env.PARLEY_TEST_POSTGRES
  if (configured) return running(configured, 'PARLEY_TEST_POSTGRES')
  if (await answers(LOCAL_URL)) return running(LOCAL_URL, 'the local server')
  const binaries = findBinaries()
  if (binaries === undefined) return undefined
  const cluster = await Cluster.create(binaries)
  const origin = `a throw-away cluster from ${binaries}`
  return { url: cluster.url, origin, stop: () => cluster.remove() }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
