import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, at, listAt, Some, someId, someNumber, someSeconds, textAt } from './json.js'
import { createAgentPerson, newCustomer, type Person } from './people.js'
import { hello, someQueue } from './samples.js'
import type { ServerCases } from './suite.js'

export function conversationCases(cases: ServerCases): void {
  startCases(cases)
  eventCases(cases)
  readingCases(cases)
  secrecyCases(cases)
}

const casey = ({ id }: Person) => ({ id, type: 'customer', name: 'Casey', fields: {}, present: true })
/**
 * Stands for the visit data that agents see of a customer. It depends on how the customer arrived, so any object
 * passes.
 */
const someMonitoring = new Some('what is known of a visit', (value) => typeof value === 'object')

function startCases(cases: ServerCases): void {
  cases.add('a customer without details cannot start a chat', async (context) => {
    const { ada, server, tenant } = context
    const customer = await newCustomer(server, tenant)
    assertLike(await customer.refuse('start_chat'), expectedError('validation'))
    assert.deepEqual(await ada.succeed('get_filtered_chats'), { chats_summary: [] })
  })

  cases.add('start_chat answers a customer with the full chat', async (context) => {
    const customer = await context.customer()
    const events = [{ ...hello, custom_id: 'mine' }]
    assertLike(await customer.succeed('start_chat', { chat: { thread: { events } } }), {
      chat: {
        id: someId,
        users: [casey(customer)],
        scopes: {},
        thread: {
          ...{ id: someId, active: true, order: 1, user_ids: [customer.id] },
          events: [
            {
              id: someId,
              order: 1,
              timestamp: someSeconds,
              author_id: customer.id,
              custom_id: 'mine',
              ...hello,
            },
          ],
        },
        queue: someQueue,
      },
    })
  })

  cases.add('start_chat answers an agent with the full chat', async (context) => {
    const { ada } = context
    const user = { ...{ id: ada.id, type: 'agent', name: 'Ada', email: ada.id, present: true } }
    assertLike(await ada.succeed('start_chat', { chat: { thread: { events: [hello] } } }), {
      chat: {
        id: someId,
        users: [user],
        thread: {
          ...{ id: someId, active: true, order: 1, user_ids: [ada.id], timestamp: someSeconds },
          events: [eventOf(ada, hello, { order: 1, recipients: 'all' })],
        },
      },
    })
  })
}

function eventOf(author: Person, content: object, more: object): object {
  return { id: someId, timestamp: someSeconds, author_id: author.id, ...content, ...more }
}

/** Event contents that are returned exactly as they were sent. */
const contents: readonly object[] = [
  hello,
  { type: 'message', text: 'Hello', custom_id: 'mine' },
  { type: 'annotation', annotation_type: 'rating', text: 'good' },
  { type: 'custom', content: { deep: [{ list: [1, 2.5, null, false] }] } },
  {
    type: 'filled_form',
    fields: [{ type: 'email', name: 'email', label: 'E-mail', required: true, value: 'casey@example.com' }],
  },
]
const cards = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [{ title: 'Which?', buttons: [{ text: 'Green', postback_id: 'green' }] }],
}

function eventCases(cases: ServerCases): void {
  cases.add('send_event answers each event type in full, and both sides read the same', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id, threadId: thread_id } = await context.chatOf(customer)
    for (const [index, event] of contents.entries()) {
      const expected = { thread_id, event: eventOf(customer, event, { order: index + 1 }) }
      assertLike(await customer.succeed('send_event', { chat_id, event }), expected)
    }
    const request = { chat_id, thread_ids: [thread_id] }
    const all = contents.map((event, index) => ({ ...event, order: index + 1 }))
    assertLike(
      at(await customer.succeed('get_chat_threads', request), 'chat.threads.0.events'),
      all.map((event) => eventOf(customer, event, {})),
    )
    assertLike(
      at(await ada.succeed('get_chat_threads', request), 'chat.threads.0.events'),
      all.map((event) => eventOf(customer, event, { recipients: 'all' })),
    )
  })

  cases.add('a rich message lists its buttons and the users who pressed them', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id, threadId: thread_id } = await context.chatOf(customer)
    const sent = await ada.succeed('send_event', { chat_id, event: cards })
    const pressed = (user_ids: readonly string[]) => [{ text: 'Green', postback_id: 'green', user_ids }]
    assertLike(at(sent, 'event.elements.0.buttons'), pressed([]))
    const postback = {
      chat_id,
      thread_id,
      event_id: textAt(sent, 'event.id'),
      postback: { id: 'green', toggled: true },
    }
    assert.deepEqual(await customer.succeed('send_rich_message_postback', postback), {})
    const read = await customer.succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
    assertLike(at(read, 'chat.threads.0.events.0.elements.0.buttons'), pressed([customer.id]))
  })

  cases.add('concurrent events get the orders 1, 2, 3 without a gap', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id } = await context.chatOf(customer)
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? ada : customer).succeed('send_event', { chat_id, event: hello }),
      ),
    )
    const orders = sent.map((response) => Number(at(response, 'event.order')))
    assert.deepEqual(
      orders.toSorted((one, other) => one - other),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  cases.add('an event after a thread was closed opens the next thread', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id, threadId } = await context.chatOf(customer)
    assert.deepEqual(await customer.succeed('close_thread', { chat_id }), {})
    assertLike(await customer.refuse('close_thread', { chat_id }), expectedError('validation'))
    const sent = await customer.succeed('send_event', { chat_id, event: hello })
    assert.notEqual(textAt(sent, 'thread_id'), threadId)
    assertLike(await customer.succeed('get_chat_threads_summary', { chat_id }), {
      threads_summary: [
        { id: textAt(sent, 'thread_id'), order: 2, total_events: 1 },
        { id: threadId, order: 1, total_events: 1 },
      ],
      total_threads: 2,
    })
  })
}

function readingCases(cases: ServerCases): void {
  cases.add('chat summaries are returned in full to both sides', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: id, threadId: thread_id } = await context.chatOf(customer)
    await customer.succeed('send_event', { chat_id: id, event: hello })
    const last = (event: object) => ({ message: { thread_id, thread_order: 1, event } })
    const event = eventOf(customer, hello, { order: 1 })
    assertLike(await customer.succeed('get_chats_summary'), {
      chats_summary: [
        {
          ...{ id, order: someNumber, users: [casey(customer)], scopes: {}, queue: someQueue },
          last_event_per_type: last(event),
        },
      ],
      total_chats: 1,
    })
    assertLike(await ada.succeed('get_filtered_chats'), {
      chats_summary: [
        {
          ...{ id, users: [{ ...casey(customer), banned: false, monitoring: someMonitoring }], scopes: {} },
          last_event_per_type: last({ ...event, recipients: 'all' }),
          last_thread_summary: { id: thread_id, timestamp: someSeconds, user_ids: [customer.id], order: 1 },
        },
      ],
    })
  })

  cases.add(
    'properties are returned as objects with a value, and get_archives finds messages by text and property',
    async (context) => {
      const { ada } = context
      const customer = await context.customer()
      const { chatId: chat_id, threadId } = await context.chatOf(customer)
      await customer.succeed('send_event', { chat_id, event: { type: 'message', text: 'Boots of leather' } })
      await ada.succeed('update_chat_properties', { chat_id, properties: { test: { int_property: 7 } } })
      const read = await ada.succeed('get_chat_threads', { chat_id })
      assert.deepEqual(at(read, 'chat.properties'), { test: { int_property: { value: 7 } } })
      const properties = { test: { int_property: { values: [7] } } }
      const found = await ada.succeed('get_archives', { filters: { query: 'leath', properties } })
      assert.deepEqual(at(found, 'pagination'), { page: 1, total: 1 })
      assert.equal(at(found, 'chats.0.chat.thread.id'), threadId)
    },
  )
}

function secrecyCases(cases: ServerCases): void {
  cases.add('an event for agents only is never shown to a customer', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const { chatId: chat_id, threadId } = await context.chatOf(customer)
    await ada.succeed('send_event', { chat_id, event: { ...hello, text: 'Secret', recipients: 'agents' } })
    const request = { chat_id, thread_ids: [threadId] }
    const responses = [
      await customer.succeed('get_chats_summary'),
      await customer.succeed('get_chat_threads', request),
    ]
    assert.doesNotMatch(JSON.stringify(responses), /Secret|recipients/)
    assert.equal(
      at(await customer.succeed('get_chat_threads_summary', { chat_id }), 'threads_summary.0.total_events'),
      0,
    )
    assert.equal(listAt(await ada.succeed('get_chat_threads', request), 'chat.threads.0.events').length, 1)
  })

  cases.add('a chat of another user is refused like an unknown chat', async (context) => {
    const { server, stranger } = context
    const { chatId: chat_id } = await context.chatOf(await context.customer())
    const others = [
      await context.customer(),
      await context.customer(stranger),
      createAgentPerson(server, stranger, stranger.administrator),
    ]
    for (const other of others) {
      const send = (id: string) => other.refuse('send_event', { chat_id: id, event: hello })
      assert.deepEqual(await send(chat_id), await send('nowhere'))
      assertLike(await send(chat_id), expectedError('validation'))
    }
  })
}
