import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const field = { name: 'first', label: 'First', required: true }
const options = [{ label: 'One', value: '1', checked: true }]

/** Events that have the same form in every version, when sent and when read. */
const plainEvents = [
  { type: 'message', text: 'Grüße, 世界 🎉' },
  { type: 'annotation', annotation_type: 'rating', text: 'good' },
  { type: 'annotation', annotation_type: 'rating' },
  {
    type: 'filled_form',
    fields: [
      { ...field, type: 'text', value: 'Kim' },
      { ...field, type: 'email', value: 'kim@example.com' },
      { ...field, type: 'radio', options },
      { ...field, type: 'checkbox', options },
      { ...field, type: 'select', options: [] },
    ],
  },
  { type: 'custom', content: { nested: { list: [1, null, true, 'x'] }, 'a.b': {} } },
]

const image = { name: 'a', url: 'https://example.com/a.png', content_type: 'image/png', size: 1, width: 2 }
const richMessage = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [{ title: 'A', subtitle: 'B', image, buttons: [{ text: 'Yes', postback_id: 'yes' }, {}] }, {}],
}
const richMessageRead = {
  ...richMessage,
  elements: [
    {
      ...{ title: 'A', subtitle: 'B', image },
      buttons: [{ text: 'Yes', postback_id: 'yes', user_ids: [] }, { user_ids: [] }],
    },
    {},
  ],
}

const hasRichMessages = (api: string, version: string) => (api === 'customer' ? 'v0.5' : 'v0.4') === version

forEachStorage('types of events', (storage) => {
  const suite = useEngine(storage)
  const senders = {
    customer: (world: World): Promise<Person> => world.customer(),
    agent: (world: World): Promise<Person> => world.agent('ada'),
  }

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      const recipients = api === 'agent' ? { recipients: 'all' } : {}

      for (const [index, content] of plainEvents.entries()) {
        test(`send_event sends a ${content.type} (${index + 1}) and pushes the event of the response`, async () => {
          const sender = await senders[api](await suite.world())
          const { chatId, threadId } = await startChat(sender)
          const observer = await sender.connect(version)
          const caller = await sender.via(transport, version)
          const event = { custom_id: 'mine', properties: { test: { int_property: -1 } }, ...content }
          const response = await caller.succeed('send_event', { chat_id: chatId, event })
          const shown = {
            ...{ id: textAt(response, 'event.id'), order: 1, timestamp: startSeconds, custom_id: 'mine' },
            properties: { test: { int_property: { value: -1 } } },
            ...{ author_id: sender.id, ...recipients, ...content },
          }
          assert.deepEqual(response, { thread_id: threadId, event: shown })
          const thread = api === 'customer' ? { thread_id: threadId } : {}
          assert.deepEqual(await observer.pushes(), [
            pushFrame('incoming_event', { chat_id: chatId, ...thread, event: shown }),
          ])
          const request = { chat_id: chatId, thread_ids: [threadId] }
          const read = await caller.succeed('get_chat_threads', request)
          assert.deepEqual(at(read, 'chat.threads.0.events'), [shown])
        })
      }

      test('send_event sends a rich message in the versions that have it, and refuses it in others', async () => {
        const sender = await senders[api](await suite.world())
        const { chatId, threadId } = await startChat(sender)
        const caller = await sender.via(transport, version)
        const request = { chat_id: chatId, event: richMessage }
        if (hasRichMessages(api, version)) {
          const response = await caller.succeed('send_event', request)
          assert.deepEqual(response, {
            thread_id: threadId,
            event: {
              ...{ id: textAt(response, 'event.id'), order: 1, timestamp: startSeconds },
              ...{ author_id: sender.id, ...recipients, ...richMessageRead },
            },
          })
        } else {
          const types = ['message', 'annotation', 'filled_form', 'custom']
          if (api === 'agent') types.push('file')
          assert.deepEqual(
            await caller.refuse('send_event', request),
            validation(`payload.event.type must be one of ${types.join(', ')}`),
          )
        }
      })
    })
  }

  describe('the content of events', () => {
    const wrong: readonly (readonly [event: object, detail: string])[] = [
      [{}, 'payload.event.type is required'],
      [{ type: 'message' }, 'payload.event.text is required'],
      [{ type: 'message', text: '' }, 'payload.event.text must not be empty'],
      [{ type: 'message', text: 7 }, 'payload.event.text must be a string'],
      [
        { type: 'message', text: 'x'.repeat(16_385) },
        'payload.event.text must have at most 16384 characters',
      ],
      [
        { type: 'message', text: 'x', custom_id: 'x'.repeat(257) },
        'payload.event.custom_id must have at most 256 characters',
      ],
      [{ type: 'annotation' }, 'payload.event.annotation_type is required'],
      [{ type: 'filled_form' }, 'payload.event.fields is required'],
      [
        { type: 'filled_form', fields: [{ ...field, type: 'text' }] },
        'payload.event.fields[0].value is required',
      ],
      [
        { type: 'filled_form', fields: [{ ...field, type: 'radio' }] },
        'payload.event.fields[0].options is required',
      ],
      [
        {
          type: 'filled_form',
          fields: Array.from({ length: 51 }, () => ({ ...field, type: 'text', value: '' })),
        },
        'payload.event.fields must have at most 50 items',
      ],
      [{ type: 'custom' }, 'payload.event.content is required'],
      [{ type: 'custom', content: 'text' }, 'payload.event.content must be an object'],
      [{ type: 'custom', content: [] }, 'payload.event.content must be an object'],
      [
        { type: 'custom', content: { text: 'x'.repeat(65_536) } },
        'payload.event.content is larger than 65536 bytes as JSON',
      ],
      [{ type: 'rich_message' }, 'payload.event.template_id is required'],
      [
        { type: 'rich_message', template_id: 'cards', elements: [] },
        'payload.event.elements must have at least 1 items',
      ],
      [
        { type: 'rich_message', template_id: 'cards', elements: Array.from({ length: 11 }, () => ({})) },
        'payload.event.elements must have at most 10 items',
      ],
      [
        { type: 'rich_message', template_id: 'cards', elements: [{ buttons: [] }] },
        'payload.event.elements[0].buttons must have at least 1 items',
      ],
      [
        {
          type: 'rich_message',
          template_id: 'cards',
          elements: [{ buttons: Array.from({ length: 11 }, () => ({})) }],
        },
        'payload.event.elements[0].buttons must have at most 10 items',
      ],
      [
        { type: 'rich_message', template_id: 'cards', elements: [{ image: { name: 'a' } }] },
        'payload.event.elements[0].image.url is required',
      ],
    ]
    for (const [index, [event, detail]] of wrong.entries()) {
      test(`send_event is refused when ${detail} (${index + 1})`, async () => {
        const customer = await (await suite.world()).customer()
        const { chatId } = await startChat(customer)
        const request = { chat_id: chatId, event }
        assert.deepEqual(await customer.web().refuse('send_event', request), validation(detail))
      })
    }

    test('send_event counts characters, not the code units that encode them', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const text = '🎉'.repeat(16_384)
      const request = { chat_id: chatId, event: { type: 'message', text } }
      assert.equal(at(await customer.web().succeed('send_event', request), 'event.text'), text)
    })

    test('send_event ignores fields that a user may not set', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      const forged = { id: 'mine', order: 9, timestamp: 1, author_id: 'ada', unknown: 1 }
      const request = { chat_id: chatId, event: { ...forged, type: 'message', text: 'Hello' } }
      const response = await customer.web().succeed('send_event', request)
      assert.deepEqual(response, {
        thread_id: threadId,
        event: {
          ...{ id: textAt(response, 'event.id'), order: 1, timestamp: startSeconds, type: 'message' },
          ...{ author_id: customer.id, text: 'Hello' },
        },
      })
      assert.notEqual(textAt(response, 'event.id'), 'mine')
    })

    test('send_event refuses recipients from a customer', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const event = { type: 'message', text: 'Note', recipients: 'agents' }
      assert.deepEqual(
        await customer.web().refuse('send_event', { chat_id: chatId, event }),
        validation('payload.event.recipients cannot be set'),
      )
    })
  })
})
