import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testBus } from '@parley/conformance'
import type { Bus } from '@parley/core/ports'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { eventually } from '../../../test/support/deadline.js'
import {
  createDatabase,
  openTestPool,
  postgresUrl,
  type TestDatabase,
} from '../../../test/support/postgres.js'
import { gateTo } from '../../../test/support/tcp-gate.js'

const skip = postgresUrl ? false : 'PARLEY_TEST_POSTGRES is not set'
let database: TestDatabase
before(async () => {
  if (!skip) database = await createDatabase()
})
after(() => database?.drop())

function busAt(connectionString: string): Bus<unknown> {
  const bus = postgresStorage({ connectionString }).createBus?.<unknown>(() => undefined)
  assert.ok(bus)
  return bus
}

describe('a PostgreSQL bus', { skip }, () => {
  const factory = async () => {
    const { gate, url } = await gateTo(database.connectionString, 5432)
    const another = () => busAt(url)
    const outage = { begin: () => gate.shut(), end: () => gate.open() }
    return { bus: another(), another, outage, cleanup: () => gate.shut() }
  }
  testBus({ test, factory, supports: { separateNodes: true, outages: true } })
})

describe('buses on one PostgreSQL', { skip }, () => {
  const nothing = () => undefined

  async function withDatabase(use: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client(database.connectionString)
    await client.connect()
    await use(client).finally(() => client.end())
  }

  test('send nothing while only one is started, and everything once another is', async () => {
    await withDatabase(async (client) => {
      const heard: string[] = []
      client.on('notification', ({ payload = '' }) => heard.push(payload))
      const { rows } = await client.query('select current_schema()::regnamespace::oid as oid')
      await client.query(`listen parley_${rows[0].oid}`)
      const said = async () => {
        await client.query('select')
        return heard.filter((payload) => payload.includes(' 0 1\n'))
      }
      const one = busAt(database.connectionString)
      await one.start(nothing)
      await one.publish(1, 'alone')
      assert.deepEqual(await said(), [])
      const other = busAt(database.connectionString)
      await other.start(nothing)
      await one.publish(1, 'together')
      await eventually(async () => assert.equal((await said()).length, 1))
      await other.close()
      await eventually(async () => {
        const before = (await said()).length
        await one.publish(1, 'alone again')
        assert.equal((await said()).length, before)
      })
      await one.close()
    })
  })

  test('work in a schema of any name', async () => {
    await withDatabase(async (client) => {
      await client.query('create schema "Chat & Co"')
    })
    const url = new URL(database.connectionString)
    url.searchParams.set('options', '-c search_path="Chat\\ &\\ Co"')
    const bus = busAt(url.href)
    await bus.start(nothing)
    await bus.ping()
    await bus.close()
  })

  test('reconnect and report resumed when the server ends their connections', async () => {
    const [one, other] = [busAt(database.connectionString), busAt(database.connectionString)]
    let resumedCount = 0
    const heard: unknown[] = []
    await one.start(nothing)
    await other.start(() => {
      resumedCount += 1
    })
    await other.subscribe(1, (message) => heard.push(message))
    await withDatabase(async (client) => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'parley bus' and datname = current_database()`,
      )
    })
    await eventually(async () => assert.equal(resumedCount > 0, true))
    await one.publish(1, 'again')
    await eventually(async () => assert.deepEqual(heard, ['again']))
    await Promise.all([one.close(), other.close()])
  })

  test('report resumed to a bus that started just after a message was skipped', async () => {
    const [one, other] = [busAt(database.connectionString), busAt(database.connectionString)]
    await one.start(nothing)
    await one.publish(1, 'to nobody')
    let resumedCount = 0
    await other.start(() => {
      resumedCount += 1
    })
    await eventually(async () => assert.equal(resumedCount, 1))
    await Promise.all([one.close(), other.close()])
  })

  test('keep one connection of a pool of the host, and close it in the end', async () => {
    const pool = openTestPool({ connectionString: database.connectionString })
    const bus = postgresStorage({ pool }).createBus?.<unknown>(nothing)
    await bus?.start(nothing)
    assert.equal(pool.totalCount - pool.idleCount, 1)
    await bus?.close()
    assert.equal(pool.totalCount, 0)
    await pool.end()
  })

  test('reject and leave nothing open when the pool has no free connection', async () => {
    const pool = openTestPool({
      connectionString: database.connectionString,
      max: 1,
      connectionTimeoutMillis: 2_000,
    })
    const client = await pool.connect()
    const bus = postgresStorage({ pool }).createBus?.<unknown>(nothing)
    assert.ok(bus)
    await assert.rejects(bus.start(nothing))
    client.release()
    await pool.end()
  })
})
