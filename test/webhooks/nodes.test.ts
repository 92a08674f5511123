import assert from 'node:assert/strict'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { eventually } from '../support/deadline.js'
import { TestEngine } from '../support/engine.js'
import { textAt } from '../support/json.js'
import { forEachDatabase, type StorageKind } from '../support/storages.js'
import { DestinationServer } from './destination-server.js'
import { StoredWebhooks } from './stored-webhooks.js'

const lookMs = 1_000
/** Duration of a claim, in milliseconds: the timeout of a request, and the time to store its outcome. */
const leaseMs = 20_000
const options = { webhooks: { allowPrivateTargets: true }, expectsErrors: true }

forEachDatabase('deliveries of two nodes on one database', (kind) => {
  async function setUp() {
    const here = await TestEngine.start(kind, options)
    const sameDatabase: StorageKind = async () => ({ open: () => here.openStorage(), remove: async () => {} })
    const there = await TestEngine.start(sameDatabase, options)
    const world = await here.world()
    const destination = await DestinationServer.start()
    const stored = await StoredWebhooks.open(here, world)
    return { here, there, world, destination, stored, webhookId: await stored.register(destination.url) }
  }

  test('each delivery is sent once, in the order of its chat', async () => {
    const { here, there, world, destination, stored, webhookId } = await setUp()
    const chats: string[] = []
    for (let count = 0; count < 10; count += 1) {
      chats.push((await startChat(await world.customer())).chatId)
    }
    const added = await stored.add(webhookId, Array.from({ length: 20 }, () => chats).flat())
    here.clock.advance(lookMs)
    there.clock.advance(lookMs)
    await eventually(async () => {
      const counts = [here, there].map(({ parley }) => parley.metrics().webhooks.deliveredCount)
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        added.length,
      )
    })
    assert.equal(destination.requests.length, added.length)
    for (const [index, chatId] of chats.entries()) {
      const requests = destination.requests.filter(
        ({ body }) => textAt(JSON.parse(body), 'data.chat_id') === chatId,
      )
      assert.deepEqual(
        requests.map(({ id }) => id),
        added.filter((_, at) => at % chats.length === index),
      )
    }
    await there.stop()
    await here.stop()
  })

  test('deliveries in progress on a closed node are sent by another node when their claim expires', async () => {
    const { here, there, destination, stored, webhookId } = await setUp()
    destination.respond = () => undefined
    await stored.add(webhookId, [null])
    here.clock.advance(lookMs)
    await eventually(async () => assert.equal(destination.requests.length, 1))
    await here.parley.close()
    destination.respond = (_, response) => response.writeHead(200).end()
    there.clock.advance(leaseMs - lookMs)
    await eventually(async () => assert.equal(there.parley.metrics().webhooks.underWayCount, 0))
    assert.equal(destination.requests.length, 1)
    there.clock.advance(3 * lookMs)
    await eventually(async () => assert.equal(there.parley.metrics().webhooks.deliveredCount, 1))
    const [first, second, ...others] = destination.requests
    assert.deepEqual([second?.id, second?.body, others], [first?.id, first?.body, []])
    await there.stop()
    await here.stop()
  })

  test('a delivery whose outcome cannot be stored is sent again', async () => {
    let isBroken = false
    const engine = await TestEngine.start(kind, {
      ...options,
      wrap: (storage) => ({
        ...{ read: storage.read, open: () => storage.open(), ping: () => storage.ping() },
        close: () => storage.close(),
        appendEvents: (commands, cancellation) => storage.appendEvents(commands, cancellation),
        transaction: (work, cancellation) =>
          isBroken ? Promise.reject(new Error('the disk is full')) : storage.transaction(work, cancellation),
      }),
    })
    const destination = await DestinationServer.start()
    const stored = await StoredWebhooks.open(engine, await engine.world())
    const [id] = await stored.add(await stored.register(destination.url), [null])
    destination.respond = (_, response) => {
      isBroken = true
      response.writeHead(200).end()
    }
    engine.clock.advance(lookMs)
    await eventually(async () => assert.equal(engine.errors.length, 1))
    assert.match(JSON.stringify(engine.errors), /they will be sent again/)
    isBroken = false
    destination.respond = (_, response) => response.writeHead(200).end()
    engine.clock.advance(leaseMs + lookMs)
    await eventually(async () => assert.equal(destination.requests.length, 2))
    assert.deepEqual(
      destination.requests.map((request) => request.id),
      [id, id],
    )
    await engine.stop()
  })
})
