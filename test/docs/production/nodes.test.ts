import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Server } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { postgresStorage } from '@parley/storage-postgres'
import { eventually } from '../../support/deadline.js'
import { at } from '../../support/json.js'
import { createMigratedDatabase, postgresUrl, type TestDatabase } from '../../support/postgres.js'
import { noRedis, requireRedisUrl } from '../../support/redis.js'
import { type Env, GuideFolder, guideFile } from './guide.js'
import { Shop } from './shop.js'

const skip = postgresUrl === undefined ? 'PARLEY_TEST_POSTGRES is not set' : noRedis
const folder = new GuideFolder()
let database: TestDatabase
let shop: Shop
let env: Env

before(async () => {
  if (skip) return
  database = await createMigratedDatabase()
  shop = await Shop.openShop(postgresStorage({ connectionString: database.connectionString }))
  env = {
    ...envOf(guideFile('node.env')),
    ...{
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: database.connectionString,
      REDIS_URL: requireRedisUrl(),
    },
    FILES_DIRECTORY: join(folder.path, 'files'),
  }
})
after(async () => {
  await database?.drop()
  folder.remove()
})

test('a chat continues while two nodes are restarted one after the other', { skip }, async () => {
  const [first, second] = await Promise.all([folder.node(env), folder.node(env)])
  for (const { origin } of [first, second]) {
    const [live, ready] = (await folder.sh('probes.sh', { NODE: origin })).split('}{')
    assert.equal(live, '{"status":"ok"')
    assert.equal(ready?.trim(), '"status":"ok","storage":"ok","bus":"ok","files":"ok"}')
  }
  const desk = await shop.listen(first.origin)
  await shop.say(second.origin, 'before')
  await desk.waitForMessage('before')

  const ended = desk.ended()
  const stopped = first.program.stop()
  assert.equal(await ended, 1012)
  const again = await shop.listen(second.origin)
  await shop.say(second.origin, 'meanwhile')
  await again.waitForMessage('meanwhile')
  await stopped
  assert.equal(await first.program.waitForExit(), 0)

  const third = await folder.node(env)
  await shop.say(third.origin, 'after')
  await again.waitForMessage('after')
  await second.program.stop()
  assert.equal(await second.program.waitForExit(), 0)
  const messages = await shop.read(third.origin)
  const texts = messages.filter(({ type }) => type === 'message').map(({ text }) => text)
  assert.deepEqual(texts, ['before', 'meanwhile', 'after'])
  await third.program.stop()
  assert.equal(await third.program.waitForExit(), 0)
})

test('the metrics of a node are printed as JSON', async () => {
  const { serveMetrics } = await import(folder.address('metrics.js'))
  const parley = await createParley({ storage: memoryStorage() })
  const server: unknown = serveMetrics(parley, 0)
  assert.ok(server instanceof Server)
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  await eventually(async () => {
    const metrics: unknown = await (await fetch(`http://127.0.0.1:${address.port}`)).json()
    assert.equal(at(metrics, 'health.storage'), 'ok')
    at(metrics, 'housekeeping.tables.tokens.clearedAt')
    const counts = ['search.waitingChatCount', 'webhooks.dueCount', 'webhooks.pausedDestinationCount']
    assert.deepEqual(
      counts.map((path) => at(metrics, path)),
      [0, 0, 0],
    )
  })
  server.close()
  server.closeAllConnections()
  await parley.close()
})

function envOf(text: string): Env {
  const lines = text.split('\n').filter((line) => line.includes('='))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
