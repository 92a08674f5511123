import assert from 'node:assert/strict'
import { assertLike, at, someId, someSeconds } from './json.js'
import { pushFrame } from './rtm-client.js'
import { hello } from './samples.js'
import { createScene } from './scene.js'
import type { ServerCases } from './suite.js'

const card = { type: 'rich_message', template_id: 'cards' }
const customerVersions = ['v0.3', 'v0.4', 'v0.5'] as const
const agentVersions = ['v0.3', 'v0.4'] as const

export function versionCases(cases: ServerCases): void {
  readingCases(cases)
  pushCases(cases)
}

function readingCases(cases: ServerCases): void {
  cases.add('a customer reads the last events in the shape of the requested version', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id, threadId: thread_id } = await context.chatOf(customer)
    await customer.succeed('send_event', { chat_id, event: hello })
    const event = { id: someId, order: 1, timestamp: someSeconds, author_id: customer.id, ...hello }
    const newer = { message: { thread_id, thread_order: 1, event } }
    for (const [version, expected] of [
      ['v0.3', { thread_id, events: { message: event } }],
      ['v0.4', newer],
      ['v0.5', newer],
    ] as const) {
      const response = await customer.succeed('get_chats_summary', {}, { version })
      assertLike(at(response, 'chats_summary.0.last_event_per_type'), expected)
    }
  })

  cases.add('an agent reads the last events in the shape of the requested version', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id, threadId: thread_id } = await context.chatOf(customer)
    await customer.succeed('send_event', { chat_id, event: hello })
    const event = {
      id: someId,
      order: 1,
      timestamp: someSeconds,
      author_id: customer.id,
      recipients: 'all',
      ...hello,
    }
    const read = async (version: string) =>
      at(await ada.succeed('get_filtered_chats', {}, { version }), 'chats_summary.0')
    const older = at(await read('v0.3'), 'last_thread_summary.last_event_per_type')
    assertLike(older, [{ thread_id, event }])
    assertLike(at(await read('v0.4'), 'last_event_per_type'), {
      message: { thread_id, thread_order: 1, event },
    })
  })

  cases.add('versions without rich messages never return them', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id, threadId } = await context.chatOf(customer)
    await ada.succeed('send_event', { chat_id, event: card })
    const request = { chat_id, thread_ids: [threadId] }
    const counts = { customer: [0, 0, 1], agent: [0, 1] }
    for (const [person, versions] of [
      [customer, customerVersions],
      [ada, agentVersions],
    ] as const) {
      const read = versions.map((version) => person.succeed('get_chat_threads', request, { version }))
      const events = (await Promise.all(read)).map((response) => at(response, 'chat.threads.0.events.length'))
      assert.deepEqual(events, counts[person.api])
    }
  })
}

function pushCases(cases: ServerCases): void {
  cases.addOver('versions without rich messages are not pushed them', async (context, transport) => {
    const { ada, customer, chatId: chat_id } = await createScene(context, transport)
    const clients = {
      without: [
        await context.connect(customer, transport, 'v0.3'),
        await context.connect(customer, transport, 'v0.4'),
        await context.connect(ada, transport, 'v0.3'),
      ],
      with: [
        await context.connect(customer, transport, 'v0.5'),
        await context.connect(ada, transport, 'v0.4'),
      ],
    }
    await customer.succeed('send_event', { chat_id, event: hello })
    for (const client of [...clients.without, ...clients.with]) await client.readPushes()
    await ada.succeed('send_event', { chat_id, event: card })
    for (const client of clients.with) {
      const types = (await client.readPushes()).filter(({ action }) => action === 'incoming_event')
      assert.deepEqual(
        types.map((push) => at(push, 'payload.event.type')),
        ['rich_message'],
      )
    }
    for (const client of clients.without) {
      const events = (await client.readPushes()).filter(({ action }) => action === 'incoming_event')
      assert.deepEqual(events, [])
    }
  })

  cases.addOver(
    'a multicast is pushed under the name of the receiver’s version',
    async (context, transport) => {
      const { ada, bob } = context
      const customer = await context.customer()
      const [older, newer] = [
        await context.connect(bob, transport, 'v0.3'),
        await context.connect(ada, transport),
      ]
      const shoppers = [
        await context.connect(customer, transport, 'v0.4'),
        await context.connect(customer, transport),
      ]
      for (const desk of [older, newer]) await desk.readPushes()
      const scopes = { agents: { all: true }, customers: { ids: [customer.id] } }
      await ada.succeed('multicast', { scopes, content: 'News' })
      const payload = { author_id: ada.id, content: 'News' }
      assert.deepEqual(await older.readPushes(), [pushFrame('incoming_broadcast', payload)])
      assert.deepEqual(await newer.readPushes(), [pushFrame('incoming_multicast', payload)])
      const received = await Promise.all(shoppers.map((shopper) => shopper.readPushes()))
      assert.deepEqual(received, [[], [pushFrame('incoming_multicast', payload)]])
    },
  )
}
