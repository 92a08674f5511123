import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { isToday } from '../support/profile.js'
import { noRedis, requireRedisUrl } from '../support/redis.js'
import { replacedPromises, runStayingHost, type StayingSetup } from './staying-process.js'

/** Returns a reason to skip. The quick profile runs every second process. */
const skipToday = (position: number) => !isToday(position, 2) && 'with another seed'

const noPostgres =
  postgresUrl === undefined && 'no PostgreSQL: run through npm test, or set PARLEY_TEST_POSTGRES'

/** Creates a database that is removed after the test. */
async function database(context: TestContext): Promise<string> {
  const { connectionString, drop } = await createMigratedDatabase()
  context.after(drop)
  return connectionString
}

type Parts = Pick<StayingSetup, 'mount' | 'promises'> & {
  readonly postgres?: typeof database
  readonly redis?: () => string
}

async function setupOf(context: TestContext, serves: boolean, parts: Parts): Promise<StayingSetup> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-test-'))
  context.after(() => rm(directory, { recursive: true }))
  return {
    ...{ mount: parts.mount, directory, serves },
    postgres: (await parts.postgres?.(context)) ?? null,
    redis: parts.redis?.() ?? null,
    ...(parts.promises !== undefined && { promises: parts.promises }),
  }
}

const engines: readonly (readonly [name: string, parts: Parts, skip: string | false])[] = [
  ['of adapter-node, on SQLite', { mount: 'node' }, noSqlite],
  ['of adapter-express, on SQLite', { mount: 'express' }, noSqlite],
  ['of adapter-socketio, on SQLite', { mount: 'socketio' }, noSqlite],
  ['on PostgreSQL, with its bus', { mount: 'node', postgres: database }, noPostgres],
  [
    'on PostgreSQL, with Redis',
    { mount: 'express', postgres: database, redis: requireRedisUrl },
    noPostgres || noRedis,
  ],
]

for (const [name, parts, skip] of engines) {
  test(`an engine ${name}, leaves its host as it was when it is closed, and that serves on`, {
    skip,
  }, async (context) => {
    const report = await runStayingHost(await setupOf(context, true, parts))
    assert.deepEqual(report.errors, [])
    assert.ok(report.before.includes('TCPServerWrap'))
    assert.deepEqual(report.after, report.before)
    assert.deepEqual(report.listeners, [])
    assert.equal(report.answered, 'The host itself')
  })
}

const closedEngines = [engines[2], engines.at(-1)].flatMap((engine) => (engine ? [engine] : []))

for (const [position, [name, parts, skip]] of closedEngines.entries()) {
  test(`an engine ${name}, that was mounted and closed keeps no process`, {
    skip: skip || skipToday(position),
  }, async (context) => {
    const { before, after, errors } = await runStayingHost(await setupOf(context, false, parts))
    assert.deepEqual(errors, [])
    assert.deepEqual(after, before)
  })
}

const byReplacedPromise = replacedPromises.flatMap((by) =>
  [true, false].map((isEarly): StayingSetup['promises'] & object => ({ by, isEarly })),
)

for (const [index, promises] of byReplacedPromise.entries()) {
  const { by, isEarly } = promises
  const onSqlite = index % 3 !== 2
  const parts: Parts = onSqlite
    ? { mount: 'socketio', promises }
    : { mount: 'node', postgres: database, promises }
  test(`an engine on ${onSqlite ? 'SQLite' : 'PostgreSQL'} works where the global Promise is ${by}, set ${
    isEarly ? 'before' : 'after'
  } it starts`, { skip: (onSqlite ? noSqlite : noPostgres) || skipToday(index) }, async (context) => {
    const report = await runStayingHost(await setupOf(context, true, parts))
    assert.deepEqual(report.errors, [])
    assert.equal(report.answered, 'The host itself')
  })
}
