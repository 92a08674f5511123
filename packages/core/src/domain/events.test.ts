import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { now } from '../../test/domain-values.js'
import type { EventContent } from '../model/event.js'
import { type RequestedEvent, systemMessage, toNewEvent } from './events.js'
import { builtInProperties } from './properties.js'

const by = {
  id: 'event',
  authorId: 'customer',
  authorKind: 'customer',
  createdAt: now,
  path: 'payload.event',
} as const
const threadBounds = { eventCount: 10, eventBytes: 10_000 }
const rules = {
  catalog: builtInProperties,
  propertiesBytes: 64,
  customContentBytes: 32,
  eventContentBytes: 512,
  threadBounds,
}
const accept = (requested: RequestedEvent) => toNewEvent(requested, by, rules)

test('a new event gets id, author and time from the server, and defaults for the rest', () => {
  assert.deepEqual(accept({ type: 'message', text: 'Hello' }), {
    id: 'event',
    authorId: 'customer',
    recipients: 'all',
    createdAt: now,
    customId: null,
    properties: {},
    content: { type: 'message', text: 'Hello' },
  })
})

test('a message without visible text is refused', () => {
  for (const text of [' ', '\u200b', '\u3164', '\u2800', ' \n\u00ad']) {
    assert.throws(
      () => accept({ type: 'message', text }),
      refusal('validation', /payload\.event\.text has no visible characters/),
    )
  }
  assert.deepEqual(accept({ type: 'annotation', annotation_type: 'a', text: ' ' }).content.type, 'annotation')
})

test('a new event keeps custom id, recipients and properties of the request', () => {
  const event = accept({
    type: 'message',
    text: 'Hello',
    custom_id: 'mine',
    recipients: 'agents',
    properties: { test: { int_property: { value: 1 } } },
  })
  assert.equal(event.customId, 'mine')
  assert.equal(event.recipients, 'agents')
  assert.deepEqual(event.properties, { test: { int_property: 1 } })
})

const field = { name: 'a', label: 'A', required: true }
const option = { label: 'One', value: '1', checked: false }
const image = {
  name: 'i',
  url: 'https://example.com/i',
  content_type: 'image/png',
  size: 1,
  width: 2,
  height: 3,
}

const contents: readonly EventContent[] = [
  { type: 'annotation', annotation_type: 'rating' },
  { type: 'annotation', annotation_type: 'rating', text: 'good' },
  { type: 'custom', content: { any: ['thing', null] } },
  { type: 'filled_form', fields: [] },
  {
    type: 'filled_form',
    fields: [
      { type: 'email', ...field, value: 'a@b' },
      { type: 'select', ...field, options: [option] },
    ],
  },
]

for (const content of contents) {
  test(`a ${content.type} is stored unchanged: ${JSON.stringify(content).slice(0, 60)}`, () => {
    if (content.type === 'system_message' || content.type === 'rich_message')
      return assert.fail('not a plain type')
    assert.deepEqual(accept(content).content, content)
  })
}

test('a rich message keeps its fields, and its buttons start without users', () => {
  const elements = [
    { title: 't', subtitle: 's', image, buttons: [{ text: 'Yes', postback_id: 'yes' }, {}] },
    {},
  ]
  assert.deepEqual(accept({ type: 'rich_message', template_id: 'cards', elements }).content, {
    type: 'rich_message',
    template_id: 'cards',
    elements: [
      {
        title: 't',
        subtitle: 's',
        image,
        buttons: [{ text: 'Yes', postback_id: 'yes', user_ids: [] }, { user_ids: [] }],
      },
      {},
    ],
  })
  assert.deepEqual(accept({ type: 'rich_message', template_id: 'cards' }).content, {
    type: 'rich_message',
    template_id: 'cards',
  })
})

test('an image of a rich message needs only a URL', () => {
  const url = 'https://example.com/i'
  const { content } = accept({ type: 'rich_message', template_id: 'cards', elements: [{ image: { url } }] })
  assert.deepEqual(content, { type: 'rich_message', template_id: 'cards', elements: [{ image: { url } }] })
})

const intruder = {
  id: 'forged',
  order: 9,
  author_id: 'ada@example.com',
  user_ids: ['ada@example.com'],
  more: 1,
}

const intruders: readonly RequestedEvent[] = [
  { type: 'message', text: 'x', ...intruder },
  { type: 'annotation', annotation_type: 'x', ...intruder },
  { type: 'custom', content: {}, ...intruder },
  { type: 'filled_form', fields: [{ type: 'text', ...field, value: 'x', ...intruder }], ...intruder },
  {
    type: 'filled_form',
    fields: [{ type: 'radio', ...field, options: [{ ...option, ...intruder }], ...intruder }],
  },
  {
    type: 'rich_message',
    template_id: 'x',
    elements: [{ image: { url: 'x', ...intruder }, buttons: [{ text: 'x', ...intruder }], ...intruder }],
    ...intruder,
  },
]

for (const requested of intruders) {
  test(`a ${requested.type} drops fields that users may not set`, () => {
    const event = accept(requested)
    assert.equal(event.id, 'event')
    assert.equal(event.authorId, 'customer')
    assert.doesNotMatch(JSON.stringify(event), /forged|ada@|"more"|"order"/)
  })
}

test('custom content is limited in bytes of JSON, not in characters', () => {
  const contentOf = (text: string) => ({ type: 'custom', content: { text } }) as const
  // {"text":"…"} adds 11 bytes to the text.
  assert.doesNotThrow(() => accept(contentOf('x'.repeat(21))))
  const tooLarge = refusal('validation', /payload.event.content is larger than 32 bytes as JSON/)
  assert.throws(() => accept(contentOf('x'.repeat(22))), tooLarge)
  assert.throws(() => accept(contentOf('ä'.repeat(11))), tooLarge)
})

test('an event with properties that are not configured is refused with their path', () => {
  const requested = { type: 'message', text: 'x', properties: { no: { such: 1 } } } as const
  assert.throws(() => accept(requested), refusal('validation', /payload.event.properties.no/))
})

test('a system message has no author and is visible to everyone', () => {
  const message = systemMessage('event', now, { type: 'thread_archived', text: 'Closed' })
  assert.equal(message.authorId, null)
  assert.equal(message.recipients, 'all')
  assert.deepEqual(message.content, {
    type: 'system_message',
    text: 'Closed',
    system_message_type: 'thread_archived',
  })
})

test('the size of forms and rich messages is limited in bytes of JSON', () => {
  const field = { type: 'text', name: 'n', label: 'l', required: false } as const
  const form = (value: string) =>
    toNewEvent({ type: 'filled_form', fields: [{ ...field, value }] }, by, rules)
  assert.equal(form('x'.repeat(400)).content.type, 'filled_form')
  assert.throws(
    () => form('x'.repeat(512)),
    refusal('validation', /payload.event.fields is larger than 512 bytes/),
  )
  const rich = (title: string) => {
    return toNewEvent({ type: 'rich_message', template_id: 't', elements: [{ title }] }, by, rules)
  }
  assert.equal(rich('x'.repeat(400)).content.type, 'rich_message')
  assert.throws(
    () => rich('語'.repeat(200)),
    refusal('validation', /payload.event.elements is larger than 512/),
  )
})
