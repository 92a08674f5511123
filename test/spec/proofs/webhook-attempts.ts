import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { DestinationServer } from '../../webhooks/destination-server.js'
import { StoredWebhooks } from '../../webhooks/stored-webhooks.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const secret_key = 'what both know'
const lookMs = 1_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

proving('attempts to deliver', (storage) => {
  const suite = useEngine(storage, { webhooks: { allowPrivateTargets: true }, expectsErrors: true })
  const webhooks = () => suite.engine.parley.admin.webhooks
  const metrics = () => suite.engine.parley.metrics().webhooks

  async function setUp(action = 'incoming_chat_thread') {
    const world = await suite.world()
    const [ada, destination] = [await world.agent('ada'), await DestinationServer.start()]
    const register = async (url: string) => {
      const given = { url, secret_key, action }
      return textAt(await ada.configuration().succeed('webhooks/register_webhook', given), 'webhook_id')
    }
    /** Starts that many chats, which causes one delivery each. */
    const startChats = async (count: number) => {
      for (let started = 0; started < count; started += 1) await startChat(await world.customer())
    }
    const { licenseId } = world
    return { world, ada, destination, register, startChats, licenseId }
  }

  /** Advances the clock and starts what becomes due. */
  async function advance(ms: number) {
    suite.engine.clock.advance(Math.round(ms))
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  }

  /** Resolves once that many requests have arrived and their outcomes are stored. */
  const waitForRequests = ({ requests }: DestinationServer, count: number) =>
    eventually(async () => {
      assert.equal(requests.length, count)
      assert.equal(metrics().underWayCount, 0)
    })
  const answer = (status: number, headers: Readonly<Record<string, string>> = {}) => {
    return (_: unknown, response: ServerResponse) => void response.writeHead(status, headers).end()
  }

  verifies(
    ['decisions.11.twelve', 'decisions.11.admin.retry'],
    'attempts to deliver are limited to twelve within a day with growing pauses, and twelve more when the host retries',
    async () => {
      const { destination, register, startChats, licenseId } = await setUp()
      destination.respond = answer(500)
      const webhookId = await register(destination.url)
      await startChats(1)
      await waitForRequests(destination, 1)
      for (let count = 2; count <= 12; count += 1) {
        const dueMs = 5_000 * 2.52 ** (count - 2)
        await advance(0.89 * dueMs)
        await advance(0.22 * dueMs + 2 * lookMs)
        await waitForRequests(destination, count)
      }
      const waits = destination.requests.slice(1).map(({ timestamp }, index) => {
        const waited = (timestamp - (destination.requests[index]?.timestamp ?? 0)) * 1_000
        const due = 5_000 * 2.52 ** index
        assert.ok(waited >= 0.89 * due && waited <= 1.2 * due + 3 * lookMs, `${waited} for ${due}`)
        return waited
      })
      assert.ok(waits.reduce((sum, ms) => sum + ms) > 0.9 * dayMs)
      const failed = async () => (await webhooks().listFailedDeliveries({ licenseId, webhookId })).items
      const [{ id: deliveryId, attemptCount, reason } = {}] = await failed()
      assert.deepEqual([deliveryId, attemptCount, reason], [destination.requests[0]?.id, 12, 'answered 500'])
      await advance(2 * dayMs)
      assert.equal(destination.requests.length, 12)
      assert.ok(deliveryId !== undefined)
      await webhooks().retryDelivery(deliveryId)
      await waitForRequests(destination, 13)
      assert.deepEqual(await failed(), [])
      destination.respond = answer(200)
      // Longer than the destination is paused after so many failures.
      await advance(310_000)
      await waitForRequests(destination, 14)
      await assert.rejects(webhooks().retryDelivery(deliveryId), { type: 'validation' })
    },
  )

  verifies(
    'decisions.11.timeout',
    'attempts to deliver time out after 10 s without a complete response',
    async () => {
      const { destination, register, startChats } = await setUp()
      destination.respond = (_, response) => void response.writeHead(200).write('half an ')
      const webhookId = await register(destination.url)
      await startChats(1)
      await eventually(async () => assert.equal(destination.requests.length, 1))
      await advance(9_900)
      assert.equal(metrics().underWayCount, 1)
      await advance(200)
      await waitForRequests(destination, 1)
      const [attempt] = (await webhooks().listAttempts({ webhookId })).items
      assert.deepEqual([attempt?.status, attempt?.reason], [null, 'no complete response within 10000 ms'])
    },
  )

  verifies(
    'decisions.11.in_order',
    'attempts to deliver run one after the other in a chat, and in parallel for different chats',
    async () => {
      const { world, ada, destination, register } = await setUp('incoming_event')
      const open: ServerResponse[] = []
      destination.respond = (_, response) => void open.push(response)
      await register(destination.url)
      const { chatId } = await startChat(await world.customer())
      const { chatId: other } = await startChat(await world.customer())
      for (const text of ['1', '2', '3']) await say(ada, chatId, text)
      await say(ada, other, 'beside')
      const texts = () => destination.requests.map(({ body }) => textAt(JSON.parse(body), 'data.event.text'))
      await eventually(async () => assert.deepEqual(texts().sort(), ['1', 'beside']))
      for (const next of ['2', '3']) {
        await advance(lookMs)
        assert.ok(!texts().includes(next))
        for (const response of open.splice(0)) response.writeHead(200).end()
        await eventually(async () => assert.equal(texts().at(-1), next))
      }
      for (const response of open) response.writeHead(200).end()
      await waitForRequests(destination, 4)
    },
  )

  verifies(
    ['decisions.11.retry_after', 'decisions.11.retry_after.never_earlier'],
    'attempts to deliver wait for Retry-After, at most a day, and never run earlier because of it',
    async () => {
      for (const [retryAfter, fromMs, untilMs] of [
        ['600', 600_000, 602_000],
        ['1', 4_000, 8_000],
        ['864000', dayMs, dayMs + 2_000],
      ] as const) {
        const { destination, register, startChats } = await setUp()
        destination.respond = answer(503, { 'retry-after': retryAfter })
        await register(destination.url)
        await startChats(1)
        await waitForRequests(destination, 1)
        await advance(fromMs - lookMs)
        assert.equal(destination.requests.length, 1)
        destination.respond = answer(200)
        await advance(untilMs - fromMs + 2 * lookMs)
        await waitForRequests(destination, 2)
      }
    },
  )

  verifies(
    'decisions.11.slow',
    'attempts to deliver of a hanging destination do not delay those of another',
    async () => {
      const { destination, register, startChats } = await setUp()
      const hanging = await DestinationServer.start()
      hanging.respond = () => undefined
      await register(hanging.url)
      await register(destination.url)
      await startChats(30)
      await eventually(async () => assert.equal(destination.requests.length, 30))
      assert.ok(hanging.requests.length > 0)
      hanging.stop()
      await eventually(async () => assert.equal(metrics().underWayCount, 0))
    },
  )

  verifies(
    [
      'decisions.11.paused',
      'decisions.11.paused.longer',
      'decisions.11.paused.attempts',
      'decisions.11.admin.attempts',
    ],
    'attempts to deliver pause after five failures in a row, twice as long each further time',
    async () => {
      const { destination, register, startChats, licenseId } = await setUp()
      destination.respond = answer(500)
      const webhookId = await register(destination.url)
      await startChats(20)
      await eventually(async () => {
        assert.ok(destination.requests.length >= 5)
        assert.deepEqual([metrics().pausedDestinationCount > 0, metrics().underWayCount], [true, 0])
      })
      let sent = destination.requests.length
      assert.ok(sent <= 7, `${sent} were sent`)
      for (const aloneMs of [10_000, 20_000, 40_000]) {
        await advance(aloneMs - 2 * lookMs)
        assert.equal(destination.requests.length, sent, `within ${aloneMs} ms`)
        await advance(3 * lookMs)
        sent += 1
        await waitForRequests(destination, sent)
      }
      const { items: attempts } = await webhooks().listAttempts({ webhookId })
      assert.deepEqual(
        [attempts.length, attempts[0]?.status, attempts[0]?.reason],
        [sent, 500, 'answered 500'],
      )
      const times = attempts.map(({ startedAt }) => startedAt)
      assert.deepEqual(
        times,
        times.toSorted((one, other) => Number(other) - Number(one)),
      )
      assert.equal((await webhooks().listAttempts({ webhookId, limit: 2 })).items.length, 2)
      destination.respond = answer(200)
      await advance(82_000)
      const arrived = () => new Set(destination.requests.map(({ id }) => id)).size
      await eventually(async () => assert.equal(arrived(), 20))
      await eventually(async () => assert.equal(metrics().underWayCount, 0))
      assert.deepEqual((await webhooks().listFailedDeliveries({ licenseId })).items, [])
      assert.equal((await webhooks().listAttempts({ webhookId })).items.length, destination.requests.length)
    },
  )

  verifies(
    'decisions.11.day',
    'attempts to deliver end when the delivery has been due for a day',
    async () => {
      const { world, register, licenseId } = await setUp()
      const stored = await StoredWebhooks.open(suite.engine, world)
      const webhookId = await register('http://127.0.0.1:1/')
      await stored.add(
        webhookId,
        Array.from({ length: 300 }, () => null),
      )
      for (let hours = 0; hours < 26; hours += 1) {
        await advance(hourMs)
        await eventually(async () => assert.equal(metrics().underWayCount, 0))
      }
      await eventually(async () => {
        const { items } = await webhooks().listFailedDeliveries({ licenseId, webhookId })
        const old = items.filter(({ reason }) => reason === 'its destination accepted nothing for a day')
        assert.ok(old.length > 200)
      })
    },
  )

  verifies(
    ['decisions.11.status_410', 'decisions.11.admin.enable', 'decisions.11.admin.failed'],
    'attempts to deliver end with a 410 response, until the host enables the webhook',
    async () => {
      const { destination, register, startChats, licenseId } = await setUp()
      destination.respond = answer(410)
      const webhookId = await register(destination.url)
      await assert.rejects(webhooks().enable(webhookId), { type: 'validation' })
      await startChats(1)
      const disabledAt = async () => (await webhooks().list({ licenseId })).items[0]?.disabledAt
      await eventually(async () => assert.equal(Number(await disabledAt()), suite.engine.clock.now()))
      await startChats(2)
      await advance(10 * lookMs)
      const [failedDelivery] = (await webhooks().listFailedDeliveries({ licenseId })).items
      assert.deepEqual([failedDelivery?.webhookId, failedDelivery?.reason], [webhookId, 'answered 410'])
      destination.respond = answer(200)
      await webhooks().enable(webhookId)
      assert.equal(await disabledAt(), null)
      assert.equal(destination.requests.length, 1)
      await startChats(1)
      await waitForRequests(destination, 2)
    },
  )

  verifies(
    'decisions.11.status_410.bot',
    'attempts to deliver end for a bot with a 410 response, until its webhooks are configured again',
    async () => {
      const { world, ada, destination } = await setUp()
      const actions = [{ name: 'incoming_chat_thread' }]
      const bot = { name: 'Botty', status: 'not accepting chats' }
      const given = { ...bot, webhooks: { url: destination.url, secret_key, actions } }
      const web = ada.configuration()
      const id = textAt(await web.succeed('agents/create_bot_agent', given), 'bot_agent_id')
      const enter = async () => {
        const { chatId: chat_id } = await startChat(await world.customer())
        await ada.web().succeed('join_chat', { chat_id, agent_ids: [id] })
      }
      destination.respond = answer(410)
      await enter()
      await waitForRequests(destination, 1)
      await advance(lookMs)
      destination.respond = answer(200)
      await enter()
      await advance(10 * lookMs)
      assert.equal(destination.requests.length, 1)
      const other = { ...given.webhooks, url: `${destination.url}/other` }
      await web.succeed('agents/update_bot_agent', { id, webhooks: other })
      await enter()
      await waitForRequests(destination, 2)
      assert.equal(at(JSON.parse(destination.requests[1]?.body ?? ''), 'webhook_id'), id)
    },
  )

  verifies(
    'decisions.13.webhook_answer',
    'attempts to deliver read 64 KiB of a response and then disconnect',
    async () => {
      const { destination, register, startChats } = await setUp()
      let isGone = false
      destination.respond = (_, response) => {
        const write = () => {
          while (response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', write).on('close', () => {
          isGone = true
        })
        write()
      }
      const webhookId = await register(destination.url)
      await startChats(1)
      await eventually(async () => assert.ok(isGone))
      await waitForRequests(destination, 1)
      const [attempt] = (await webhooks().listAttempts({ webhookId })).items
      assert.equal(attempt?.status, 200)
    },
  )

  verifies(
    ['decisions.11.admin.list', 'decisions.11.admin.license', 'decisions.16.8.webhooks'],
    'attempts to deliver are listed for the host per license, page by page, without secret keys',
    async () => {
      const { world, destination, register, startChats, licenseId } = await setUp()
      const other = await setUp()
      destination.respond = answer(410)
      const ids = [await register(destination.url), await register(destination.url)].toSorted()
      await startChats(1)
      await waitForRequests(destination, 2)
      const { clientId } = world
      for (const read of [
        async (page: object) =>
          (await webhooks().list({ licenseId, clientId, ...page })).items.map(({ id }) => id),
        async (page: object) =>
          (await webhooks().listFailedDeliveries({ licenseId, ...page })).items.map(
            ({ webhookId }) => webhookId,
          ),
      ]) {
        await eventually(async () => assert.deepEqual((await read({})).toSorted(), ids))
      }
      for (const list of [
        webhooks().list.bind(webhooks()),
        webhooks().listFailedDeliveries.bind(webhooks()),
      ]) {
        const first = await list({ licenseId, limit: 1 })
        assert.ok(first.nextPageId !== null)
        const last = await list({ licenseId, limit: 1, pageId: first.nextPageId })
        assert.deepEqual([first.items.length, last.items.length, last.nextPageId], [1, 1, null])
        assert.notDeepEqual(first.items, last.items)
        assert.deepEqual((await list({ licenseId: other.licenseId })).items, [])
        assert.ok(!JSON.stringify([first, last]).includes(secret_key))
        await assert.rejects(list({ licenseId, pageId: 'x' }), { type: 'validation' })
      }
      assert.deepEqual((await webhooks().list({ licenseId, clientId: 'nobody' })).items, [])
      const unknown = '00000000-0000-4000-8000-000000000000'
      await assert.rejects(webhooks().listAttempts({ webhookId: unknown }), { type: 'validation' })
      await assert.rejects(webhooks().enable(unknown), { type: 'validation' })
      await assert.rejects(webhooks().retryDelivery(unknown), { type: 'validation' })
    },
  )
})

proving('attempts to deliver to addresses that are not public', (storage) => {
  const suite = useEngine(storage, { webhooks: {}, expectsErrors: true })

  verifies(
    'decisions.11.not_public',
    'attempts to deliver to addresses that are not public are refused before a connection is opened',
    async () => {
      const world = await suite.world()
      const destination = await DestinationServer.start()
      const stored = await StoredWebhooks.open(suite.engine, world)
      const webhookId = await stored.register(destination.url)
      await stored.add(webhookId, [null])
      suite.engine.clock.advance(lookMs)
      await eventually(async () => {
        const { items } = await suite.engine.parley.admin.webhooks.listAttempts({ webhookId })
        const [attempt] = items
        assert.match(attempt?.reason ?? '', /has no address that webhooks may go to/)
      })
      assert.equal(destination.requests.length, 0)
    },
  )
})
