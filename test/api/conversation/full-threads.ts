import assert from 'node:assert/strict'
import { memoryFiles } from '@parley/core'
import { createParleyWith } from '@parley/core/testing'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { sendFile } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { at, has, listAt, numberAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const threadEvents = 100
const threadBytes = 2 * 1_048_576
const event = { type: 'message', text: 'Hello' } as const
const annotation = { type: 'annotation', annotation_type: 'rating' }
const noRoom = validation('payload.event is an annotation, and the thread is full')

function startChatWith(person: Person, count: number) {
  return startChat(person, { thread: { events: Array.from({ length: count }, () => event) } })
}

interface ReadThread {
  readonly id: string
  readonly isActive: unknown
  readonly events: readonly unknown[]
}

/** Returns every thread of the chat as an agent reads it, oldest first. */
async function readAll(agent: Person, chatId: string): Promise<readonly ReadThread[]> {
  const summary = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
  const ids = listAt(summary, 'chat.threads_summary').map((thread) => textAt(thread, 'thread_id'))
  const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: ids })
  return listAt(read, 'chat.threads').map((thread) => ({
    id: textAt(thread, 'id'),
    isActive: at(thread, 'active'),
    events: listAt(thread, 'events'),
  }))
}

function checkOrders({ events }: ReadThread): void {
  assert.deepEqual(
    events.map((event) => numberAt(event, 'order')),
    events.map((_, index) => index + 1),
  )
}

forEachStorage('a full thread', (storage) => {
  const suite = useEngine(storage, { limits: { threadEvents }, fixed: { limits: { threadBytes } } })
  const senders = {
    customer: async (customer: Person) => customer,
    agent: (customer: Person) => customer.world.agent('ada'),
  }

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      test('a full thread is closed by the next event, which opens a new thread', async () => {
        const world = await suite.world()
        const customer = await world.customer()
        const sender = await senders[api](customer)
        const { chatId, threadId } = await startChatWith(customer, threadEvents)
        const [phone, desk] = [await customer.connect(), await (await world.agent('bob')).connect()]
        const caller = await sender.via(transport, version)
        const response = await caller.succeed('send_event', { chat_id: chatId, event })
        assert.notEqual(textAt(response, 'thread_id'), threadId)
        const pushes = await phone.pushes()
        const archived = {
          ...{ id: textAt(pushes[0], 'payload.event.id'), order: threadEvents + 1, timestamp: startSeconds },
          ...{ type: 'system_message', system_message_type: 'thread_archived', text: 'The thread is full' },
        }
        const sent = {
          ...{ id: textAt(response, 'event.id'), order: 1, timestamp: startSeconds, author_id: sender.id },
          ...event,
        }
        const shown = [{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} }]
        const writer = { id: sender.id, type: 'agent', name: 'ada', present: false }
        const users = api === 'agent' ? [...shown, writer] : shown
        const user_ids = users.map(({ id }) => id)
        const thread = { id: textAt(response, 'thread_id'), active: true, order: 2, user_ids }
        assert.deepEqual(pushes, [
          pushFrame('incoming_event', { chat_id: chatId, thread_id: threadId, event: archived }),
          pushFrame('thread_closed', { chat_id: chatId, thread_id: threadId }),
          pushFrame('incoming_chat_thread', {
            chat: { id: chatId, users, scopes: {}, thread: { ...thread, events: [sent] } },
          }),
        ])
        assert.deepEqual(
          (await desk.pushes()).map((push) => at(push, 'action')),
          ['incoming_event', 'thread_closed', 'incoming_chat_thread'],
        )
      })

      test('a full thread refuses annotations, whether it is active or closed', async () => {
        const customer = await (await suite.world()).customer()
        const { chatId } = await startChatWith(customer, threadEvents)
        const caller = await (await senders[api](customer)).via(transport, version)
        const request = { chat_id: chatId, event: annotation }
        assert.deepEqual(await caller.refuse('send_event', request), noRoom)
        assert.deepEqual(await caller.refuse('send_event', request, { idempotencyKey: 'one' }), noRoom)
        await caller.succeed('close_thread', { chat_id: chatId })
        assert.deepEqual(await caller.refuse('send_event', request), noRoom)
      })
    })
  }

  test('a thread accepts an annotation as its last event', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId, threadId } = await startChatWith(customer, threadEvents - 1)
    const request = { chat_id: chatId, event: annotation }
    assert.equal(textAt(await customer.web().succeed('send_event', request), 'thread_id'), threadId)
    assert.deepEqual(await customer.web().refuse('send_event', request), noRoom)
  })

  test('a full thread can be closed, which appends a system message', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { chatId } = await startChatWith(customer, threadEvents)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    const [thread] = await readAll(await world.agent('ada'), chatId)
    assert.equal(thread?.events.length, threadEvents + 1)
    assert.equal(at(thread?.events.at(-1), 'system_message_type'), 'thread_archived')
  })

  test('a full thread stays active when members of the chat change', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId, threadId } = await startChatWith(customer, threadEvents)
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    await customer.web().succeed('update_last_seen_timestamp', { chat_id: chatId })
    await customer.web().succeed('send_sneak_peek', { chat_id: chatId, sneak_peek_text: 'Hel' })
    const [full] = await readAll(agent, chatId)
    assert.deepEqual([full?.id, full?.isActive], [threadId, true])
    await say(customer, chatId, 'Hello')
    const response = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    const next = textAt(response, 'chat.threads_summary.0.thread_id')
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [next] })
    assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, agent.id])
    await agent.web().succeed('remove_from_chat', { chat_id: chatId })
  })

  test('a repeated send_event with one idempotency key opens one thread after a full one', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { chatId } = await startChatWith(customer, threadEvents)
    const send = () => {
      return customer.web().succeed('send_event', { chat_id: chatId, event }, { idempotencyKey: 'one' })
    }
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, send))
    for (const other of others) assert.deepEqual(other, first)
    assert.deepEqual(await send(), first)
    const threads = await readAll(await world.agent('ada'), chatId)
    assert.deepEqual(
      threads.map(({ events }) => events.length),
      [threadEvents + 1, 1],
    )
  })

  test('threads lose no event when many callers send at once', async () => {
    const world = await suite.world()
    const [customer, ada, bob] = [await world.customer(), await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChatWith(customer, threadEvents - 10)
    const people = [customer, ada, bob]
    const send = (index: number) => {
      const idempotencyKey = index % 5 === 0 ? { idempotencyKey: `key-${index}` } : undefined
      const person = people[index % people.length] ?? customer
      return person.web().succeed('send_event', { chat_id: chatId, event }, idempotencyKey)
    }
    const responses = await Promise.all(Array.from({ length: 130 }, (_, index) => send(index)))
    const threads = await readAll(ada, chatId)
    for (const thread of threads) checkOrders(thread)
    assert.deepEqual(
      threads.map(({ events, isActive }) => [events.length, isActive]),
      [
        [threadEvents + 1, false],
        [threadEvents + 1, false],
        [20, true],
      ],
    )
    const stored = threads.flatMap(({ id, events }) =>
      events.map((event) => `${textAt(event, 'id')} ${id} ${numberAt(event, 'order')}`),
    )
    const answered = responses.map((response) => {
      return `${textAt(response, 'event.id')} ${textAt(response, 'thread_id')} ${numberAt(response, 'event.order')}`
    })
    assert.equal(new Set(stored).size, stored.length)
    assert.deepEqual(
      answered.filter((event) => !stored.includes(event)),
      [],
    )
  })

  test('threads lose no event when callers send on two nodes', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChatWith(customer, threadEvents - 10)
    const node = await createParleyWith(
      { limits: { threadBytes } },
      {
        storage: suite.engine.openStorage(),
        clock: suite.engine.clock,
        bus: null,
        limits: { threadEvents },
      },
    )
    const [here, there] = [suite.engine.parley, node].map((parley) => parley.as({ customerId: customer.id }))
    const send = (index: number) => (index % 2 === 0 ? here : there)?.sendEvent({ chat_id: chatId, event })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index)))
    await node.close()
    const threads = await readAll(agent, chatId)
    for (const thread of threads) checkOrders(thread)
    assert.deepEqual(
      threads.map(({ events }) => events.length),
      [threadEvents + 1, 50],
    )
    const stored = threads.flatMap(({ id, events }) => events.map((event) => `${id} ${textAt(event, 'id')}`))
    for (const answer of answers) assert.ok(stored.includes(`${answer?.thread_id} ${answer?.event.id}`))
  })

  test('a thread is also full when it reaches its byte limit, and no response exceeds 12 MiB', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const large = { type: 'custom', content: { text: '漢'.repeat(21_000) } }
    const send = () => agent.web().succeed('send_event', { chat_id: chatId, event: large })
    for (let round = 0; round < 21; round += 1) await Promise.all(Array.from({ length: 10 }, send))
    const summary = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    const ids = listAt(summary, 'chat.threads_summary').map((thread) => textAt(thread, 'thread_id'))
    assert.equal(ids.length, 7)
    for (const person of [customer, agent]) {
      const { status, body } = await person
        .web()
        .post('get_chat_threads', { chat_id: chatId, thread_ids: ids })
      assert.equal(status, 413)
      const message = 'Entity too large: ask for fewer threads'
      assert.deepEqual(body, { error: { type: 'entity_too_large', message } })
      const some = { chat_id: chatId, thread_ids: ids.slice(1, 6) }
      const threads = listAt(await person.web().succeed('get_chat_threads', some), 'chat.threads')
      const counts = threads.map((thread) => listAt(thread, 'events').length)
      assert.deepEqual(counts, [34, 34, 34, 34, 34])
      for (const thread of threads) {
        const bytes = Buffer.byteLength(JSON.stringify(listAt(thread, 'events')))
        assert.ok(bytes > threadBytes - 70_000 && bytes < threadBytes + 500, `${bytes} bytes`)
      }
    }
  })

  test('get_chat_threads_summary pages through the threads that follow full ones', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const another = suite.engine.openStorage()
    await another.open()
    // Fills the thread in several transactions, so that none comes near the limit of 15 s.
    for (let last = 101; last <= 1_001; last += 100) {
      await another.transaction(async (tx) => {
        await tx.chats.lock(chatId)
        for (let order = last - 99; order <= last; order += 1) {
          await tx.chats.closeThread(chatId)
          const id = `${chatId}-${order}`
          await tx.chats.openThread(chatId, {
            id,
            createdAt: 0,
            properties: {},
            propertyTerms: [],
            events: [],
            bytes: 0,
            waits: false,
            beganAt: 0,
          })
        }
      })
    }
    await another.close()
    const ask = (payload: object) => agent.web().succeed('get_chat_threads', { chat_id: chatId, ...payload })
    const first = await ask({})
    const orders = (page: unknown) =>
      listAt(page, 'chat.threads_summary').map((thread) => numberAt(thread, 'order'))
    assert.deepEqual(
      orders(first),
      Array.from({ length: 1_000 }, (_, index) => 1_001 - index),
    )
    const second = await ask({ page_id: textAt(first, 'next_page_id') })
    assert.deepEqual(orders(second), [1])
    assert.equal(has(second, 'next_page_id'), false)
    const request = { chat_id: chatId, page_id: 'x' }
    const refused = validation('payload.page_id is not a page of this list')
    assert.deepEqual(await agent.web().refuse('get_chat_threads', request), refused)
  })
})

forEachStorage('a thread with the smallest bounds', (storage) => {
  const suite = useEngine(storage, {
    files: memoryFiles(),
    limits: { threadEvents: 1 },
    lifetimes: { fileUrlSeconds: 1, signInSeconds: 1 },
    fixed: { limits: { threadBytes: 4_096 }, lifetimes: { unnamedFileSeconds: 1 } },
    timeouts: { idempotencyMs: 1_000 },
    catchUp: { retentionMs: 1_000 },
  })

  test('a thread with the smallest limits holds one event, and send_event refuses a longer event', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChatWith(customer, 1)
    await say(customer, chatId, 'Hello')
    await say(agent, chatId, 'Hello')
    await sendFile(customer, chatId, { bytes: png(1, 1), name: `${'x'.repeat(200)}.png` })
    const threads = await readAll(agent, chatId)
    // Each of the first three threads ends with the system message about its end.
    assert.deepEqual(
      threads.map(({ events, isActive }) => [events.length > 0, isActive]),
      [
        [true, false],
        [true, false],
        [true, false],
        [true, true],
      ],
    )
    const tooLong = { chat_id: chatId, event: { type: 'message', text: 'x'.repeat(4_096) } }
    const refused = validation('payload.event is more than a thread can hold', {
      rule: 'too_large',
      limit: 4_096,
    })
    assert.deepEqual(await customer.web().refuse('send_event', tooLong), refused)
    const two = { chat: { thread: { events: [event, event] } } }
    const tooMany = validation('payload.chat.thread.events is more than a thread can hold', {
      rule: 'too_many',
      limit: 1,
    })
    assert.deepEqual(await customer.web().refuse('start_chat', two), tooMany)
  })
})
