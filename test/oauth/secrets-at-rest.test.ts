import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { serve } from '@parley/adapter-node'
import { createParley, memoryBus } from '@parley/core'
import type { Bus, BusMessage, Logger } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { VirtualClock } from '@parley/core/testing'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { noSqlite, sqliteStorageAt } from '../../test/support/sqlite-file.js'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { playScenario } from './secret-scenario.js'

interface Place {
  readonly storage: Storage
  /** Returns everything that is stored, as text. */
  readonly contents: () => Promise<string>
  readonly remove: () => Promise<void>
}

/** A bus that delivers and records all messages. */
class RecordingBus implements Bus<BusMessage> {
  readonly published: string[] = []
  readonly #bus = memoryBus<BusMessage>({ onError: (cause) => assert.fail(String(cause)) })

  start(resumed: () => void): Promise<void> {
    return this.#bus.start(resumed)
  }

  publish(licenseId: number, message: BusMessage): Promise<void> {
    this.published.push(JSON.stringify(message))
    return this.#bus.publish(licenseId, message)
  }

  subscribe(
    licenseId: number,
    listener: (message: BusMessage) => void,
  ): ReturnType<Bus<BusMessage>['subscribe']> {
    return this.#bus.subscribe(licenseId, listener)
  }

  ping(): Promise<void> {
    return this.#bus.ping()
  }

  close(): Promise<void> {
    return this.#bus.close()
  }
}

async function onSqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'))
  const contents = async () => {
    const files = await readdir(folder)
    assert.deepEqual(files.filter((name) => !name.endsWith('-shm')).sort(), ['parley.db', 'parley.db-wal'])
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))
    return texts.join('\n')
  }
  const storage = sqliteStorageAt(join(folder, 'parley.db'))
  return { storage, contents, remove: () => rm(folder, { recursive: true }) }
}

async function onPostgres(): Promise<Place> {
  const { connectionString, drop } = await createMigratedDatabase()
  const contents = async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.rows.map(({ text }) => text))
    }
    await client.end()
    return texts.join('\n')
  }
  return { storage: postgresStorage({ connectionString }), contents, remove: drop }
}

/** Returns every 12 consecutive characters of the random part of a secret. */
function slicesOf(secret: string): readonly string[] {
  const random = secret.replace(/^pl[a-z]_/, '')
  return Array.from({ length: random.length - 11 }, (_, start) => random.slice(start, start + 12))
}

function assertAbsent(secrets: ReadonlyMap<string, string>, where: string, text: string): void {
  for (const [name, secret] of secrets) {
    const found = slicesOf(secret).find((slice) => text.includes(slice))
    assert.equal(found, undefined, `a part of ${name} is in ${where}`)
  }
}

async function assertKeptSecret(place: Place): Promise<void> {
  const logged: string[] = []
  const log = (message: string, fields?: object) => {
    logged.push(
      message,
      JSON.stringify(fields, (_, value) =>
        value instanceof Error ? `${value.stack}${value.cause}` : value,
      ) ?? '',
    )
  }
  const logger: Logger = { debug: log, info: log, warn: log, error: log }
  const bus = new RecordingBus()
  const encryptionKey = randomBytes(32).toString('base64')
  const clock = new VirtualClock(1_767_225_600_000)
  const parley = await createParley({
    storage: place.storage,
    logger,
    bus,
    clock,
    encryptionKeys: [encryptionKey],
    limits: { passwordCostLog2: 10 },
  })
  const server = await serve(parley, { port: 0 })
  try {
    const played = await playScenario(parley, server.url, clock)
    const secrets = new Map([...played, ['the encryption key', encryptionKey]])
    assert.ok(secrets.size >= 14)
    const contents = await place.contents()
    assert.ok(contents.includes('ada@example.com'), 'the check finds stored data')
    assertAbsent(secrets, 'the database', contents)
    assertAbsent(secrets, 'the log', logged.join('\n'))
    assert.ok(
      bus.published.some((message) => message.includes('tokens_revoked')),
      'the check finds published data',
    )
    assertAbsent(secrets, 'a message between nodes', bus.published.join('\n'))
  } finally {
    await parley.close()
    await server.close()
    await place.remove()
  }
}

const title = 'no part of a secret, token, code, cookie or password is stored, logged or published'

test(`${title}, on SQLite`, { skip: noSqlite }, async () => assertKeptSecret(await onSqlite()))

const skip = postgresUrl === undefined && 'no PostgreSQL: run through npm test, or set PARLEY_TEST_POSTGRES'
test(`${title}, on PostgreSQL`, { skip }, async () => assertKeptSecret(await onPostgres()))
