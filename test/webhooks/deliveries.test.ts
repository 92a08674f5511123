import assert from 'node:assert/strict'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { eventually } from '../support/deadline.js'
import { useEngine } from '../support/engine.js'
import { textAt } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { DestinationServer, type ReceivedRequest, verify } from './destination-server.js'
import { StoredWebhooks, secretKey } from './stored-webhooks.js'

const lookMs = 1_000
const hourMs = 3_600_000

forEachStorage('deliveries of webhooks', (kind) => {
  const suite = useEngine(kind, { webhooks: { allowPrivateTargets: true }, expectsErrors: true })

  async function setUp(key = secretKey) {
    const world = await suite.world()
    const destination = await DestinationServer.start()
    const stored = await StoredWebhooks.open(suite.engine, world)
    const webhookId = await stored.register(destination.url, key)
    const chat = async () => (await startChat(await world.customer())).chatId
    return { world, destination, stored, webhookId, chat, licenseId: world.licenseId }
  }

  const advance = (ms: number) => suite.engine.clock.advance(ms)
  const webhooks = () => suite.engine.parley.admin.webhooks
  const metrics = () => suite.engine.parley.metrics().webhooks

  /** Resolves once that many requests have arrived in total and their outcomes are stored. */
  async function waitForRequests(
    { requests }: DestinationServer,
    count: number,
  ): Promise<readonly ReceivedRequest[]> {
    await eventually(async () => {
      assert.equal(requests.length, count)
      assert.equal(metrics().underWayCount, 0)
    })
    return requests
  }

  const chatOf = ({ body }: ReceivedRequest) => textAt(JSON.parse(body), 'data.chat_id')
  const ids = (requests: readonly ReceivedRequest[]) => requests.map(({ id }) => id)

  test('receivers accept the body and headers, and reject altered ones', async () => {
    const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const { destination, stored, webhookId, chat } = await setUp(key)
    const chatId = await chat()
    const [id] = await stored.add(webhookId, [chatId])
    advance(lookMs)
    const [request] = await waitForRequests(destination, 1)
    assert.ok(request)
    const data = { chat_id: chatId, id }
    assert.equal(
      request.body,
      JSON.stringify({ webhook_id: webhookId, secret_key: key, action: 'thread_closed', data }),
    )
    const now = suite.engine.clock.now()
    assert.equal(request.timestamp, Math.floor(now / 1_000))
    assert.deepEqual(verify(key, request, now), JSON.parse(request.body))
    for (const headers of [
      { ...request.headers, 'webhook-id': 'other' },
      { ...request.headers, 'webhook-timestamp': String(request.timestamp - 1) },
      { ...request.headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
    ]) {
      assert.throws(() => verify(key, { ...request, headers }, now))
    }
    assert.throws(() => verify(key, { ...request, body: `${request.body} ` }, now))
    assert.throws(() => verify(secretKey, request, now))
    const { 'content-type': type, 'user-agent': agent, 'webhook-id': sentId } = request.headers
    assert.deepEqual({ type, agent, sentId }, { type: 'application/json', agent: 'Parley', sentId: id })
  })

  test('deliveries of one chat are sent in order although some fail, and other chats do not wait', async () => {
    const { destination, stored, webhookId, chat } = await setUp()
    const chats = [await chat(), await chat(), await chat()]
    const [failing = ''] = chats
    const added = await stored.add(webhookId, Array.from({ length: 10 }, () => chats).flat())
    const failed = new Set<string>()
    destination.respond = (request, response) => {
      const fails = chatOf(request) === failing && !failed.has(request.id)
      if (fails) failed.add(request.id)
      response.writeHead(fails ? 500 : 200).end()
    }
    advance(lookMs)
    await waitForRequests(destination, 21)
    for (let retried = 0; retried < 10; retried += 1) {
      advance(6_000)
      await waitForRequests(destination, 22 + retried * 2 + (retried < 9 ? 1 : 0))
    }
    for (const [index, chatId] of chats.entries()) {
      const inOrder = added.filter((_, at) => at % 3 === index)
      const received = [...new Set(ids(destination.requests.filter((request) => chatOf(request) === chatId)))]
      assert.deepEqual(received, inOrder)
    }
  })

  test('a failed delivery is sent again with the same bytes, about five seconds later', async () => {
    const { destination, stored, webhookId } = await setUp()
    const statuses = [500, 404, 200]
    destination.respond = (_, response) => response.writeHead(statuses.shift() ?? 200).end()
    const [deliveryId] = await stored.add(webhookId, [null])
    advance(lookMs)
    await waitForRequests(destination, 1)
    advance(4_000)
    assert.equal(destination.requests.length, 1)
    advance(2_000)
    await waitForRequests(destination, 2)
    advance(15_000)
    const [first, second, third] = await waitForRequests(destination, 3)
    assert.deepEqual([second?.id, third?.id], [first?.id, first?.id])
    assert.deepEqual([second?.body, third?.body], [first?.body, first?.body])
    assert.notEqual(second?.timestamp, first?.timestamp)
    const { items: attempts } = await webhooks().listAttempts({ webhookId })
    assert.deepEqual(
      attempts.map(({ deliveryId, status, reason }) => ({ deliveryId, status, reason })),
      [
        { deliveryId, status: 200, reason: null },
        { deliveryId, status: 404, reason: 'answered 404' },
        { deliveryId, status: 500, reason: 'answered 500' },
      ],
    )
    const [delivered, again, failed] = attempts
    assert.equal(delivered?.nextAttemptAt, null)
    assert.ok(failed?.nextAttemptAt && again?.nextAttemptAt && failed.nextAttemptAt > failed.startedAt)
    assert.ok(failed.nextAttemptAt <= again.startedAt && again.startedAt < again.nextAttemptAt)
    assert.equal((await webhooks().listAttempts({ webhookId, limit: 1 })).items.length, 1)
  })

  test('a retry waits for the time in Retry-After', async () => {
    const { destination, stored, webhookId } = await setUp()
    destination.respond = (_, response) => response.writeHead(503, { 'retry-after': '600' }).end()
    await stored.add(webhookId, [null])
    advance(lookMs)
    await waitForRequests(destination, 1)
    advance(599_000)
    assert.equal(destination.requests.length, 1)
    advance(2_000)
    await waitForRequests(destination, 2)
  })

  test('a 410 response disables the webhook until it is enabled again', async () => {
    const { destination, stored, webhookId, licenseId, chat, world } = await setUp()
    destination.respond = (_, response) => response.writeHead(410).end()
    const chatId = await chat()
    await stored.add(webhookId, [chatId, chatId, chatId])
    advance(lookMs)
    await waitForRequests(destination, 1)
    const disabled = async () =>
      (await webhooks().list({ licenseId, clientId: world.clientId })).items[0]?.disabledAt
    await eventually(async () => assert.equal(Number(await disabled()), suite.engine.clock.now()))
    advance(lookMs)
    await eventually(async () => {
      const { items } = await webhooks().listFailedDeliveries({ licenseId })
      assert.deepEqual(items.map(({ reason }) => reason).sort(), [
        'answered 410',
        'the webhook is disabled',
        'the webhook is disabled',
      ])
    })
    assert.equal(destination.requests.length, 1)
    await webhooks().enable(webhookId)
    assert.equal(await disabled(), null)
    await assert.rejects(webhooks().enable(webhookId), /does not match any disabled webhook/)
    destination.respond = (_, response) => response.writeHead(200).end()
    await stored.add(webhookId, [chatId])
    advance(lookMs)
    await waitForRequests(destination, 2)
  })

  test('a 410 response disables the webhooks of a bot until they are configured again', async () => {
    const { destination, world, stored } = await setUp()
    destination.respond = (_, response) => response.writeHead(410).end()
    const web = (await world.agent('ada')).configuration()
    const own = { url: destination.url, secret_key: secretKey, actions: [{ name: 'agent_status_changed' }] }
    const bot = { name: 'Botty', status: 'offline', webhooks: own }
    const id = textAt(await web.succeed('agents/create_bot_agent', bot), 'bot_agent_id')
    const [working, resting] = [
      { id, status: 'accepting chats' },
      { id, status: 'not accepting chats' },
    ]
    const update = 'agents/update_bot_agent'
    await web.succeed(update, working)
    advance(lookMs)
    await waitForRequests(destination, 1)
    const { webhooks: read } = stored.storage.read
    await eventually(async () => assert.ok((await read.listDestinations([id]))[0]?.disabledAt))
    await web.succeed(update, resting)
    advance(lookMs)
    assert.equal(destination.requests.length, 1)
    destination.respond = (_, response) => response.writeHead(200).end()
    await web.succeed(update, { id, webhooks: own })
    await web.succeed(update, working)
    advance(lookMs)
    await waitForRequests(destination, 2)
  })

  test('a delivery is given up after twelve attempts, listed, and sent again when the host retries it', async () => {
    const { destination, stored, webhookId, licenseId } = await setUp()
    destination.respond = (_, response) => response.writeHead(500).end()
    const [deliveryId = ''] = await stored.add(webhookId, [null])
    for (let count = 1; count <= 12; count += 1) {
      // Waits slightly longer than the retry schedule and its jitter.
      advance(2 * lookMs + Math.ceil(5_500 * 2.52 ** (count - 2)))
      await waitForRequests(destination, count)
    }
    advance(hourMs)
    const { items, nextPageId } = await webhooks().listFailedDeliveries({ licenseId, webhookId })
    assert.equal(nextPageId, null)
    assert.deepEqual(
      items.map(({ id, reason, attemptCount }) => ({ id, reason, attemptCount })),
      [{ id: deliveryId, reason: 'answered 500', attemptCount: 12 }],
    )
    assert.equal(destination.requests.length, 12)
    destination.respond = (_, response) => response.writeHead(200).end()
    await assert.rejects(webhooks().retryDelivery('unknown'), /does not match any delivery/)
    await webhooks().retryDelivery(deliveryId)
    await waitForRequests(destination, 13)
    await assert.rejects(webhooks().retryDelivery(deliveryId), /does not match any delivery/)
    assert.deepEqual((await webhooks().listFailedDeliveries({ licenseId })).items, [])
  })

  test('a failing destination is paused without using up attempts, and then tried with one delivery', async () => {
    const { destination, stored, webhookId, licenseId } = await setUp()
    destination.respond = (_, response) => response.writeHead(500).end()
    await stored.add(
      webhookId,
      Array.from({ length: 20 }, () => null),
    )
    advance(lookMs)
    await eventually(async () =>
      assert.ok(
        destination.requests.length >= 5 && metrics().underWayCount === 0,
        'not all deliveries have arrived',
      ),
    )
    assert.ok(metrics().pausedDestinationCount > 0)
    const sent = destination.requests.length
    assert.ok(sent >= 5 && sent <= 7, `${sent}`)
    advance(9_000)
    assert.equal(destination.requests.length, sent)
    destination.respond = (_, response) => response.writeHead(200).end()
    advance(2_000)
    await eventually(async () =>
      assert.ok(new Set(ids(destination.requests)).size >= 20, 'not all deliveries have arrived'),
    )
    assert.deepEqual((await webhooks().listFailedDeliveries({ licenseId })).items, [])
  })

  test('deliveries of a removed webhook are deleted', async () => {
    const { stored, licenseId } = await setUp()
    await stored.add('nobody', [null, null])
    advance(lookMs)
    await eventually(async () => {
      const due = await stored.storage.read.outbox.listDueWebhooks(suite.engine.clock.now(), {
        after: null,
        limit: 100,
      })
      assert.ok(!due.some(({ webhookId }) => webhookId === 'nobody'))
    })
    assert.deepEqual((await webhooks().listFailedDeliveries({ licenseId })).items, [])
  })

  test('a delivery that has waited for a day is given up', async () => {
    const { stored, licenseId } = await setUp()
    const webhookId = await stored.register('http://127.0.0.1:1/')
    await stored.add(
      webhookId,
      Array.from({ length: 300 }, () => null),
    )
    for (let hours = 0; hours < 26; hours += 1) {
      advance(hourMs)
      await eventually(async () => assert.equal(metrics().underWayCount, 0))
    }
    await eventually(async () => {
      const { items } = await webhooks().listFailedDeliveries({ licenseId, webhookId })
      assert.ok(items.filter(({ reason }) => reason.includes('for a day')).length > 200)
    })
  })

  test('lists contain no webhooks of other licenses, and unknown options are refused', async () => {
    const { webhookId, licenseId, world } = await setUp()
    await setUp()
    assert.deepEqual(
      (await webhooks().list({ licenseId })).items.map(({ id }) => id),
      [webhookId],
    )
    assert.ok(!JSON.stringify(await webhooks().list({ licenseId })).includes(secretKey))
    assert.deepEqual(await webhooks().list({ licenseId, clientId: 'nobody' }), {
      items: [],
      nextPageId: null,
    })
    assert.equal((await webhooks().list({ licenseId, clientId: world.clientId })).items.length, 1)
    await assert.rejects(webhooks().listAttempts({ webhookId: 'unknown' }), /does not match any webhook/)
    await assert.rejects(
      webhooks().listFailedDeliveries({ licenseId, pageId: 'x' }),
      /is not a page of this list/,
    )
    const mistyped = { licenseId, webhook: webhookId }
    await assert.rejects(webhooks().listFailedDeliveries(mistyped), /webhook/)
  })

  test('webhooks are listed page by page, by id', async () => {
    const { stored, webhookId, licenseId, world } = await setUp()
    const { clientId } = world
    const all = [
      webhookId,
      await stored.register('http://127.0.0.1:1/'),
      await stored.register('http://127.0.0.1:1/'),
    ]
    const first = await webhooks().list({ licenseId, clientId, limit: 2 })
    assert.ok(first.nextPageId !== null)
    const last = await webhooks().list({ licenseId, clientId, limit: 2, pageId: first.nextPageId })
    assert.deepEqual([first.items.length, last.items.length, last.nextPageId], [2, 1, null])
    const listed = [...first.items, ...last.items].map(({ id }) => id)
    assert.deepEqual(listed, all.sort())
    const failed = webhooks().listFailedDeliveries({ licenseId, pageId: first.nextPageId })
    await assert.rejects(failed, /is not a page of this list/)
    await assert.rejects(webhooks().list({ licenseId, limit: 1_001 }), { type: 'validation' })
  })

  test('metrics count the deliveries of this node', async () => {
    const { destination, stored, webhookId } = await setUp()
    const before = metrics().deliveredCount
    await stored.add(webhookId, [null, null, null])
    advance(lookMs)
    await waitForRequests(destination, 3)
    assert.equal(metrics().deliveredCount, before + 3)
  })
})
