import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { createParley, type ParleyOptions } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { emptyDatabase } from '../../../packages/storage-postgres/test/empty-database.js'
import { startChat } from '../../support/conversations.js'
import { TestEngine } from '../../support/engine.js'
import { createMigratedDatabase, postgresUrl, type TestDatabase } from '../../support/postgres.js'
import type { StorageKind } from '../../support/storages.js'
import { findPgBouncer, PgBouncer, type PoolMode } from './pgbouncer-server.js'

const program = findPgBouncer()
const isMissing = program === undefined && 'there is no pgbouncer: apt-get install pgbouncer'
const skip = (postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set') || isMissing
if (isMissing !== false && process.env.CI === 'true') throw new Error(isMissing)

interface Scene {
  readonly connectionString: string
  readonly database: TestDatabase
}

function usePooler(mode: PoolMode): () => Scene {
  let pooler: PgBouncer | undefined
  let database: TestDatabase | undefined
  before(async () => {
    database = await createMigratedDatabase()
    pooler = await PgBouncer.start(program ?? '', database.connectionString, mode)
  })
  after(async () => {
    await pooler?.stop()
    await database?.drop()
  })
  return () => {
    assert.ok(pooler && database)
    return { connectionString: pooler.urlOf(database.connectionString), database }
  }
}

type StorageOptions = Omit<
  Extract<Parameters<typeof postgresStorage>[0], { connectionString: string }>,
  'connectionString'
>

/** Lets an agent and a customer send each other many messages at the same time, on two nodes when there is a bus. */
async function converse(
  { connectionString }: Scene,
  options: StorageOptions,
  hasBus: boolean,
): Promise<void> {
  const open = () => postgresStorage({ connectionString, ...options })
  const kind: StorageKind = async () => ({ open, remove: async () => {} })
  const engineOptions = hasBus ? { usesStorageBus: true } : { bus: null }
  const here = await TestEngine.start(kind, engineOptions)
  const there = hasBus ? await TestEngine.start(kind, engineOptions) : here
  try {
    const world = await here.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const desk = await agent.on(there).connect()
    const { chatId } = await startChat(customer)
    await desk.next(({ action }) => action === 'incoming_chat_thread', 'the chat')
    const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`)
    const say = (text: string) =>
      customer.web().succeed('send_event', { chat_id: chatId, event: { type: 'message', text } })
    await Promise.all(texts.map(say))
    for (const _ of texts) await desk.next(({ action }) => action === 'incoming_event', 'a message')
    await desk.close()
  } finally {
    if (hasBus) await there.stop()
    await here.stop()
  }
}

/** Returns the error of an engine that cannot start. */
async function refusalOf(connectionString: string, options: StorageOptions, bus?: ParleyOptions['bus']) {
  const storage = postgresStorage({ connectionString, ...options })
  const starting = createParley({ storage, ...(bus !== undefined && { bus }) })
  const error: unknown = await starting.then(
    async (parley) => {
      await parley.close()
      return undefined
    },
    (cause: unknown) => cause,
  )
  assert.ok(error instanceof Error, 'the engine started')
  return error.message
}

describe('PgBouncer in session mode', { skip }, () => {
  const scene = usePooler('session')

  test('PgBouncer in session mode serves nodes with all options at their defaults', () =>
    converse(scene(), {}, true))

  test('an unsupported startup parameter is named in the error, with the solution', async () => {
    const connectionString = `${scene().connectionString}?options=-c%20search_path%3Dpublic`
    const message = await refusalOf(connectionString, {})
    assert.match(message, /does not accept the startup parameter options: remove it from connectionString/)
  })
})

describe('PgBouncer in transaction mode', { skip }, () => {
  const scene = usePooler('transaction')

  test('PgBouncer in transaction mode serves without named statements, and without the bus of PostgreSQL', () =>
    converse(scene(), { namedStatements: false }, false))

  test('PgBouncer in transaction mode is refused with named statements, and the error names the option', async () => {
    const { connectionString } = scene()
    assert.match(await refusalOf(connectionString, {}, null), /namedStatements: false/)
    assert.match(await refusalOf(connectionString, {}), /namedStatements: false/)
  })

  test('PgBouncer in transaction mode is refused as the bus between nodes, and the error names the alternative', async () => {
    const message = await refusalOf(scene().connectionString, { namedStatements: false })
    assert.match(message, /a pooler in transaction mode is in front of it: use session mode, Redis/)
  })

  test('a transaction has the settings that a connection has elsewhere', async () => {
    const storage = postgresStorage({ connectionString: scene().connectionString, namedStatements: false })
    await storage.open()
    const client = new pg.Client(scene().database.connectionString)
    await client.connect()
    try {
      await client.query('begin; lock table licenses in access exclusive mode')
      const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1, expiresAt: null }
      const waiting = storage.transaction((tx) => tx.licenses.insert(license))
      await assert.rejects(waiting, { code: 'unavailable' }, 'waiting for a lock ends after 15 s')
    } finally {
      await client.end()
      await storage.close()
    }
  })
})

describe('a database behind PgBouncer in transaction mode', { skip }, () => {
  let client: pg.Client
  // The client disconnects before its database is dropped.
  after(() => client.end())
  const scene = usePooler('transaction')
  before(async () => {
    client = new pg.Client(scene().database.connectionString)
    await client.connect()
  })

  const factory = async () => {
    const another = () =>
      postgresStorage({ connectionString: scene().connectionString, namedStatements: false })
    return { storage: another(), another, cleanup: () => emptyDatabase(client) }
  }
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
})
