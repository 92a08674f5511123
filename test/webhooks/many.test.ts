import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/deadline.js'
import { useEngine } from '../support/engine.js'
import { homeDatabase } from '../support/storages.js'
import { DestinationServer } from './destination-server.js'
import { StoredWebhooks } from './stored-webhooks.js'

const suite = useEngine(homeDatabase, {
  expectsErrors: true,
  webhooks: { allowPrivateTargets: true, deliveryCount: 8, failedMs: 600_000 },
})

test('all of many webhooks get their deliveries after one look, even with fewer slots', async () => {
  const world = await suite.world()
  const destination = await DestinationServer.start()
  const stored = await StoredWebhooks.open(suite.engine, world)
  const added: string[] = []
  for (let count = 0; count < 450; count += 1) {
    added.push(...(await stored.add(await stored.register(destination.url), [null])))
  }
  suite.engine.clock.advance(1_000)
  await eventually(async () => assert.equal(destination.requests.length, added.length))
  assert.deepEqual(new Set(destination.requests.map(({ id }) => id)), new Set(added))
})

test('a license whose destinations hang leaves slots for other licenses', async () => {
  const [slow, fast] = [await suite.world(), await suite.world()]
  const slowWebhooks = await StoredWebhooks.open(suite.engine, slow)
  for (let count = 0; count < 20; count += 1) {
    const hanging = await DestinationServer.start()
    hanging.respond = () => undefined
    await slowWebhooks.add(await slowWebhooks.register(hanging.url), [null])
  }
  suite.engine.clock.advance(1_000)
  await eventually(async () => assert.equal(suite.engine.parley.metrics().webhooks.underWayCount, 2))
  const destination = await DestinationServer.start()
  const stored = await StoredWebhooks.open(suite.engine, fast)
  await stored.add(
    await stored.register(destination.url),
    Array.from({ length: 100 }, () => null),
  )
  suite.engine.clock.advance(1_000)
  await eventually(async () => assert.equal(destination.requests.length, 100))
  await eventually(async () => assert.equal(suite.engine.parley.metrics().webhooks.underWayCount, 2))
})

test('dead letters are deleted after their retention time', async () => {
  const world = await suite.world()
  const destination = await DestinationServer.start()
  destination.respond = (_, response) => response.writeHead(410).end()
  const stored = await StoredWebhooks.open(suite.engine, world)
  await stored.add(await stored.register(destination.url), [null])
  const { clock, parley } = suite.engine
  const countFailed = async () =>
    (await parley.admin.webhooks.listFailedDeliveries({ licenseId: world.licenseId })).items.length
  clock.advance(1_000)
  await eventually(async () => assert.equal(await countFailed(), 1))
  clock.advance(540_000)
  assert.equal(await countFailed(), 1)
  clock.advance(120_000)
  await eventually(async () => assert.equal(await countFailed(), 0))
})
