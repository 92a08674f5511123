import type { TestDatabase } from '../../test/support/postgres.js'
import { providePostgres } from '../postgres.js'
import type { ProvidedServer } from '../provided-server.js'
import { provideRedis } from '../redis.js'
import type { Bundle } from './bundle.js'
import { createTemplate } from './postgres-template.js'
import { provideSqlite } from './sqlite.js'

interface Kind {
  readonly name: string
  /** Environment variable that passes the server's address to tests. */
  readonly variable: string
  /** Advice in the log for a missing server. */
  readonly remedy: string
  provide(): Promise<ProvidedServer | undefined>
}

const sqlite: Kind = {
  name: 'SQLite',
  variable: 'PARLEY_TEST_SQLITE',
  remedy:
    'better-sqlite3 needs a prebuilt binary for this Node.js, or a C++ compiler, when npm ci installs it. Node.js 22.16 or newer has node:sqlite.',
  provide: provideSqlite,
}
const postgres: Kind = {
  name: 'PostgreSQL',
  variable: 'PARLEY_TEST_POSTGRES',
  remedy: 'Start one, install one, or set PARLEY_TEST_POSTGRES=postgres://user:password@host:port/database.',
  provide: providePostgres,
}
const redis: Kind = {
  name: 'Redis',
  variable: 'PARLEY_TEST_REDIS',
  remedy: 'Start one, install one, or set PARLEY_TEST_REDIS=redis://user:password@host:port.',
  provide: provideRedis,
}
const kinds = [sqlite, postgres, redis]

/** The databases and servers that tests use. Tests are skipped when the machine does not have their server. */
export class TestServers {
  readonly #provided = new Map<Kind, ProvidedServer>()
  #template: TestDatabase | undefined

  private constructor() {}

  /**
   * Starts or finds each server, and logs the addresses and which ones are missing. Resolves with `undefined` when one
   * is missing although it is required (`CI=true`).
   */
  static async provide(bundle: Bundle): Promise<TestServers | undefined> {
    const servers = new TestServers()
    try {
      for (const kind of kinds) await servers.#add(kind)
      const server = servers.#provided.get(postgres)
      if (server !== undefined) servers.#template = await createTemplate(server.url, bundle)
    } catch (cause) {
      await servers.stop()
      throw cause
    }
    const missing = kinds.filter((kind) => !servers.#provided.has(kind))
    const isFatal = process.env.CI === 'true'
    for (const kind of missing) report(kind, isFatal)
    if (missing.length === 0 || !isFatal) return servers
    await servers.stop()
    return undefined
  }

  /** Whether test files that import better-sqlite3 can be loaded. */
  get hasBetterSqlite3(): boolean {
    return this.#provided.get(sqlite)?.url === 'better-sqlite3'
  }

  /**
   * Environment variables with the addresses of the servers. A missing server has none, but tests have to know whether
   * SQLite is missing, because their storage depends on it.
   */
  get env(): Readonly<Record<string, string | undefined>> {
    const urls = kinds.map((kind) => [kind.variable, this.#provided.get(kind)?.url])
    return {
      ...Object.fromEntries(urls),
      PARLEY_TEST_SQLITE: this.#provided.get(sqlite)?.url ?? 'missing',
      PARLEY_TEST_POSTGRES_TEMPLATE: this.#template?.name,
    }
  }

  async stop(): Promise<void> {
    await this.#template?.drop()
    await Promise.all([...this.#provided.values()].map((server) => server.stop()))
  }

  async #add(kind: Kind): Promise<void> {
    const server = await kind.provide()
    if (server === undefined) return
    console.log(`${kind.name}: ${server.origin}`)
    this.#provided.set(kind, server)
  }
}

function report({ name, remedy }: Kind, isFatal: boolean): void {
  console.error('='.repeat(80))
  console.error(`${isFatal ? 'FAILED' : 'SKIPPED'}: no ${name}, so nothing is tested against it.`)
  console.error(remedy)
  console.error('='.repeat(80))
}
