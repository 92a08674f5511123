import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'

const event = { type: 'message', text: 'Hello' }
const usedBefore = validation('the idempotency key was used before with another payload')

forEachStorage('idempotency keys', (storage) => {
  const suite = useEngine(storage)
  const people = {
    customer: async (world: World) => world.customer(),
    agent: async (world: World) => world.agent('ada'),
  }

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      test('a repeated send_event returns the first response, and stores and pushes nothing', async () => {
        const person = await people[api](await suite.world())
        const { chatId, threadId } = await startChat(person)
        const observer = await person.connect(version)
        const caller = await person.via(transport, version)
        const send = () => caller.succeed('send_event', { chat_id: chatId, event }, { idempotencyKey: 'one' })
        const [first, second, third] = [await send(), await send(), await send()]
        assert.deepEqual([second, third], [first, first])
        assert.equal((await observer.pushes()).length, 1)
        const request = { chat_id: chatId, thread_ids: [threadId] }
        const read = await caller.succeed('get_chat_threads', request)
        assert.equal(at(read, 'chat.threads.0.events.length'), 1)
      })

      test('equal requests at the same time are carried out once, and all get the same response', async () => {
        const person = await people[api](await suite.world())
        const observer = await person.connect(version)
        const caller = await person.via(transport, version)
        const chats = await Promise.all(
          Array.from({ length: 6 }, () => caller.succeed('start_chat', {}, { idempotencyKey: 'one' })),
        )
        const chatId = textAt(chats[0], 'chat.id')
        for (const chat of chats) assert.deepEqual(chat, chats[0])
        const sent = await Promise.all(
          Array.from({ length: 6 }, () =>
            caller.succeed('send_event', { chat_id: chatId, event }, { idempotencyKey: 'one' }),
          ),
        )
        for (const response of sent) assert.deepEqual(response, sent[0])
        const names = (await observer.pushes()).map(({ action }) => action)
        assert.deepEqual(names, ['incoming_chat_thread', 'incoming_event'])
      })

      test('an idempotency key that is reused with another payload is refused', async () => {
        const person = await people[api](await suite.world())
        const { chatId } = await startChat(person)
        const caller = await person.via(transport, version)
        const options = { idempotencyKey: 'one' }
        await caller.succeed('send_event', { chat_id: chatId, event }, options)
        const other = { chat_id: chatId, event: { ...event, text: 'Bye' } }
        assert.deepEqual(await caller.refuse('send_event', other, options), usedBefore)
      })

      test('the order of keys in a payload does not matter for a repeated request', async () => {
        const person = await people[api](await suite.world())
        const { chatId: chat_id } = await startChat(person)
        const observer = await person.connect(version)
        const caller = await person.via(transport, version)
        const options = { idempotencyKey: 'one' }
        const [a, b] = [1, { c: [2, 3], d: null }]
        const custom = { chat_id, event: { type: 'custom', custom_id: 'x', content: { a, b } } }
        const first = await caller.succeed('send_event', custom, options)
        const turned = {
          event: { content: { b: { d: null, c: [2, 3] }, a }, custom_id: 'x', type: 'custom' },
          chat_id,
        }
        assert.deepEqual(await caller.succeed('send_event', turned, options), first)
        const other = {
          event: { content: { b: { d: null, c: [3, 2] }, a }, custom_id: 'x', type: 'custom' },
          chat_id,
        }
        assert.deepEqual(await caller.refuse('send_event', other, options), usedBefore)
        assert.equal((await observer.pushes()).length, 1)
      })

      test('an idempotency key belongs to its action', async () => {
        const person = await people[api](await suite.world())
        const caller = await person.via(transport, version)
        const options = { idempotencyKey: 'one' }
        const chat = await caller.succeed('start_chat', {}, options)
        const chat_id = textAt(chat, 'chat.id')
        await caller.succeed('send_event', { chat_id, event }, options)
        assert.deepEqual(await caller.succeed('close_thread', { chat_id }, options), {})
        assert.deepEqual(await caller.succeed('close_thread', { chat_id }, options), {})
      })

      test('an idempotency key must have 1 to 128 characters', async () => {
        const person = await people[api](await suite.world())
        const { chatId: chat_id } = await startChat(person)
        const caller = await person.via(transport, version)
        const send = { chat_id, event }
        await caller.succeed('send_event', send, { idempotencyKey: 'x'.repeat(128) })
        for (const [idempotencyKey, broken] of [
          ['', { rule: 'empty' }],
          ['x'.repeat(129), { rule: 'too_long', limit: 128 }],
        ] as const) {
          const known = { path: 'idempotency_key', ...broken }
          assert.deepEqual(
            await caller.refuse('send_event', send, { idempotencyKey }),
            validation('the idempotency key must have 1 to 128 characters', known),
          )
        }
      })

      test('a refused request does not use up its idempotency key', async () => {
        const person = await people[api](await suite.world())
        const { chatId: chat_id } = await startChat(person)
        const caller = await person.via(transport, version)
        const options = { idempotencyKey: 'one' }
        await caller.refuse('send_event', { chat_id, event: { type: 'message' } }, options)
        await caller.succeed('send_event', { chat_id, event }, options)
      })
    })
  }

  test('a repeated sneak peek or typing indicator is pushed once', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId: chat_id } = await startChat(customer)
    const desk = await (await world.agent('bob')).connect()
    const options = { idempotencyKey: 'one' }
    for (const sneak_peek_text of ['Hel', 'Hel']) {
      const request = { chat_id, sneak_peek_text }
      assert.deepEqual(await customer.web().succeed('send_sneak_peek', request, options), {})
      const typing = { chat_id, is_typing: true }
      assert.deepEqual(await agent.web().succeed('send_typing_indicator', typing, options), {})
    }
    const names = (await desk.pushes()).map(({ action }) => action)
    assert.deepEqual(names, ['incoming_sneak_peek', 'incoming_typing_indicator'])
    assert.deepEqual(
      await customer.web().refuse('send_sneak_peek', { chat_id, sneak_peek_text: 'Hello' }, options),
      usedBefore,
    )
  })

  test('an idempotency key belongs to its caller', async () => {
    const world = await suite.world()
    const [one, other] = [await world.customer(), await world.customer()]
    const options = { idempotencyKey: 'one' }
    const first = await one.web().succeed('start_chat', {}, options)
    const second = await other.web().succeed('start_chat', {}, options)
    assert.notEqual(textAt(first, 'chat.id'), textAt(second, 'chat.id'))
  })

  test('an idempotency key is shared by all transports', async () => {
    const customer = await (await suite.world()).customer()
    const options = { idempotencyKey: 'one' }
    const connection = await customer.connect()
    const first = await connection.succeed('start_chat', {}, options)
    assert.deepEqual(await customer.web().succeed('start_chat', {}, options), first)
  })

  test('a repeated request returns the first response, even when the chat has changed since', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    const options = { idempotencyKey: 'one' }
    const first = await customer.web().succeed('send_event', { chat_id, event }, options)
    await customer.web().succeed('close_thread', { chat_id })
    assert.deepEqual(await customer.web().succeed('send_event', { chat_id, event }, options), first)
    const summary = await customer.web().succeed('get_chat_threads_summary', { chat_id })
    assert.equal(at(summary, 'total_threads'), 1)
  })

  test('a repeated request opens one thread', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id })
    const options = { idempotencyKey: 'one' }
    const first = await customer.web().succeed('send_event', { chat_id, event }, options)
    assert.deepEqual(await customer.web().succeed('send_event', { chat_id, event }, options), first)
    const summary = await customer.web().succeed('get_chat_threads_summary', { chat_id })
    assert.equal(at(summary, 'total_threads'), 2)
  })
})

forEachStorage('idempotency keys', (storage) => {
  const suite = useEngine(storage, { lifetimes: { customerTokenSeconds: 172_800 } })

  test('an idempotency key expires after a day', async () => {
    const customer = await (await suite.world()).customer()
    const start = async () =>
      textAt(await customer.web().succeed('start_chat', {}, { idempotencyKey: 'one' }), 'chat.id')
    const first = await start()
    suite.engine.clock.stepWallClock(86_400_000 - 1)
    assert.equal(await start(), first)
    suite.engine.clock.advance(2)
    assert.notEqual(await start(), first)
  })
})

forEachStorage('idempotency keys of actions that can succeed only once', (storage) => {
  const suite = useEngine(storage, { limits: { chatsPerCustomer: 1 } })
  const options = { idempotencyKey: 'one' }

  test('equal close_thread requests at the same time all get the successful response', async () => {
    const customer = await (await suite.world()).customer()
    const equal = (action: string, request: object) =>
      Promise.all(Array.from({ length: 3 }, () => customer.web().succeed(action, request, options)))
    const [chat, ...others] = await equal('start_chat', {})
    for (const other of others) assert.deepEqual(other, chat)
    await customer.web().refuse('start_chat', {}, { idempotencyKey: 'two' })
    assert.deepEqual(await equal('close_thread', { chat_id: textAt(chat, 'chat.id') }), [{}, {}, {}])
  })
})
