import assert from 'node:assert/strict'
import type { Caller } from '../../support/caller.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }

proving('chats, threads and events', (storage) => {
  const suite = useEngine(storage, { lifetimes: { customerTokenSeconds: 172_800 } })
  const senders = async () => {
    const world = await suite.world()
    return [await world.customer(), await world.agent('ada')]
  }

  verifies('decisions.6.2.many_chats', 'a customer can have several chats', async () => {
    const customer = await (await suite.world()).customer()
    for (let count = 0; count < 3; count += 1) await startChat(customer)
    assert.equal(at(await customer.web().succeed('get_chats_summary'), 'total_chats'), 3)
  })

  verifies('decisions.6.5.custom_id', 'custom_id may repeat', async () => {
    for (const sender of await senders()) {
      const { chatId } = await startChat(sender)
      const ids = [
        await say(sender, chatId, 'Hello', { custom_id: 'same' }),
        await say(sender, chatId, 'Hello', { custom_id: 'same' }),
      ]
      assert.equal(new Set(ids).size, 2)
    }
  })

  verifies(
    [
      'decisions.6.5.idempotency',
      'decisions.6.5.other_payload',
      'decisions.6.5.length',
      'decisions.6.5.a_day',
    ],
    'an idempotency key returns the first response again for a day, on each transport',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id, threadId } = await startChat(customer)
      const [web, rtm, observer] = [customer.web(), await customer.connect(), await customer.connect()]
      const options = { idempotencyKey: 'x'.repeat(128) }
      const request = { chat_id, event }
      const first = await web.succeed('send_event', request, options)
      for (const caller of [web, rtm]) {
        assert.deepEqual(await caller.succeed('send_event', request, options), first)
        const other = { chat_id, event: { ...event, text: 'Bye' } }
        const used = validation('the idempotency key was used before with another payload')
        assert.deepEqual(await caller.refuse('send_event', other, options), used)
        const tooLong = validation('the idempotency key must have 1 to 128 characters', {
          ...{ path: 'idempotency_key', rule: 'too_long', limit: 128 },
        })
        const longer = { idempotencyKey: 'x'.repeat(129) }
        assert.deepEqual(await caller.refuse('send_event', request, longer), tooLong)
      }
      assert.equal((await observer.pushes()).length, 1)
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.0.events.length'), 1)
      suite.engine.clock.advance(86_400_000 - 1)
      assert.deepEqual(await web.succeed('send_event', request, options), first)
      suite.engine.clock.advance(2)
      assert.notDeepEqual(await web.succeed('send_event', request, options), first)
    },
  )

  verifies(
    'decisions.6.5.in_progress',
    'requests that arrive while an equal one is in progress get its response, even if it could not be repeated',
    async () => {
      for (const sender of await senders()) {
        const { chatId: chat_id } = await startChat(sender)
        const [web, rtm] = [sender.web(), await sender.connect()]
        const close = (caller: Caller) =>
          caller.succeed('close_thread', { chat_id }, { idempotencyKey: 'one' })
        assert.deepEqual(await Promise.all([web, rtm, web, rtm].map(close)), [{}, {}, {}, {}])
      }
    },
  )

  verifies(
    'decisions.16.6.canonical',
    'the order of keys in a repeated request does not matter, on each transport',
    async () => {
      for (const sender of await senders()) {
        const { chatId: chat_id } = await startChat(sender)
        const options = { idempotencyKey: 'one' }
        const first = await sender.web().succeed('send_event', { chat_id, event }, options)
        const turned = { event: { text: 'Hello', type: 'message' }, chat_id }
        for (const caller of [sender.web(), await sender.connect()]) {
          assert.deepEqual(await caller.succeed('send_event', turned, options), first)
        }
      }
    },
  )

  verifies(
    ['decisions.6.6.text', 'decisions.6.6.custom_id', 'decisions.6.6.content', 'decisions.6.6.form'],
    'events have limits',
    async () => {
      const field = { type: 'text', name: 'n', label: 'l', required: false, value: '' }
      const form = (count: number) => ({
        type: 'filled_form',
        fields: Array.from({ length: count }, () => field),
      })
      const custom = (bytes: number) => ({ type: 'custom', content: { a: 'x'.repeat(bytes - 8) } })
      const path = 'payload.event'
      const bounds = [
        [{ ...event, text: '🎉' }, { ...event, text: '' }, `${path}.text must not be empty`],
        [
          { ...event, text: '🎉'.repeat(16_384) },
          { ...event, text: 'x'.repeat(16_385) },
          `${path}.text must have at most 16384 characters`,
        ],
        [
          { ...event, custom_id: 'x'.repeat(256) },
          { ...event, custom_id: 'x'.repeat(257) },
          `${path}.custom_id must have at most 256 characters`,
        ],
        [custom(65_536), custom(65_537), `${path}.content is larger than 65536 bytes as JSON`],
        [form(50), form(51), `${path}.fields must have at most 50 items`],
      ] as const
      for (const sender of await senders()) {
        const { chatId: chat_id } = await startChat(sender)
        for (const [fits, beyond, detail] of bounds) {
          await sender.web().succeed('send_event', { chat_id, event: fits })
          const error = await sender.web().refuse('send_event', { chat_id, event: beyond })
          assert.deepEqual(error, validation(detail))
        }
      }
    },
  )

  verifies('decisions.6.7.customers', 'customers cannot set recipients', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    for (const recipients of ['all', 'agents']) {
      const error = await customer.web().refuse('send_event', { chat_id, event: { ...event, recipients } })
      assert.deepEqual(error, validation('payload.event.recipients cannot be set'))
    }
  })

  verifies(
    ['decisions.6.9.order', 'decisions.6.9.thread_id', 'decisions.6.9.none_active'],
    'close_thread requires an active thread, and pushes incoming_event, then thread_closed',
    async () => {
      for (const closer of await senders()) {
        const { chatId: chat_id, threadId: thread_id } = await startChat(closer)
        const connection = await closer.connect()
        const web = closer.web()
        assert.deepEqual(
          await web.refuse('close_thread', { chat_id, thread_id: 'nowhere' }),
          validation('payload.thread_id is not the active thread'),
        )
        await web.succeed('close_thread', { chat_id, thread_id })
        const [archived, closed, ...more] = await connection.pushes()
        assert.deepEqual([archived?.action, closed?.action, more], ['incoming_event', 'thread_closed', []])
        assert.equal(at(archived, 'payload.event.system_message_type'), 'thread_archived')
        assert.deepEqual(
          await web.refuse('close_thread', { chat_id }),
          validation('payload.chat_id names a chat without an active thread'),
        )
      }
    },
  )

  verifies('decisions.6.16.visit', 'a visit ends 30 minutes after its last page', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer({}), await world.agent('ada')]
    const began = suite.engine.clock.now()
    const page = (url: string) => ({ monitoring: { page: { url } } })
    await customer.connect(undefined, { customer: page('https://a.example/') })
    const { chatId: chat_id } = await startChat(customer)
    const visit = async () => {
      const read = await agent.web().succeed('get_chat_threads', { chat_id })
      const monitoring = at(read, 'chat.users.0.monitoring')
      const { visits, page_views } = Object(at(monitoring, 'stats'))
      return [at(monitoring, 'current_visit.start'), visits, page_views]
    }
    const seconds = Math.floor(began / 1_000)
    assert.deepEqual(await visit(), [seconds, 1, 1])
    suite.engine.clock.advance(29 * 60_000)
    await customer.web().succeed('update_customer', page('https://b.example/'))
    assert.deepEqual(await visit(), [seconds, 1, 2])
    suite.engine.clock.advance(31 * 60_000)
    await customer.web().succeed('update_customer', page('https://b.example/'))
    assert.deepEqual(await visit(), [seconds + 60 * 60, 2, 3])
    assert.ok(seconds >= startSeconds)
  })
})

proving('chats of a customer', (storage) => {
  const suite = useEngine(storage, { limits: { chatsPerCustomer: 2 } })

  verifies('decisions.6.2.option', 'chats of a customer are limited by limits.chatsPerCustomer', async () => {
    const customer = await (await suite.world()).customer()
    for (let count = 0; count < 2; count += 1) await startChat(customer)
    const error = await customer.web().refuse('start_chat')
    assert.equal(at(error, 'type'), 'validation')
    assert.equal(at(await customer.web().succeed('get_chats_summary'), 'total_chats'), 2)
  })
})

proving('threads', (storage) => {
  const suite = useEngine(storage, { limits: { threadEvents: 100 } })

  verifies(
    ['decisions.16.1.thread', 'decisions.16.1.annotation', 'chat.customer.push.thread_closed.user_id'],
    'a thread that is full is closed by the next event, which begins another one',
    async () => {
      const customer = await (await suite.world()).customer()
      const events = Array.from({ length: 100 }, () => event)
      const { chatId: chat_id, threadId } = await startChat(customer, { thread: { events } })
      const annotation = { type: 'annotation', annotation_type: 'rating' }
      const error = await customer.web().refuse('send_event', { chat_id, event: annotation })
      assert.deepEqual(error, validation('payload.event is an annotation, and the thread is full'))
      const connection = await customer.connect()
      const sent = await customer.web().succeed('send_event', { chat_id, event })
      assert.notEqual(at(sent, 'thread_id'), threadId)
      const pushes = await connection.pushes()
      assert.deepEqual(
        pushes.map(({ action }) => action),
        ['incoming_event', 'thread_closed', 'incoming_chat_thread'],
      )
      assert.equal(at(pushes[0], 'payload.event.system_message_type'), 'thread_archived')
      assert.deepEqual(pushes[1]?.payload, { chat_id, thread_id: threadId })
      assert.deepEqual(listAt(pushes[2], 'payload.chat.thread.user_ids'), [customer.id])
    },
  )
})
