import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chatEvents } from '../../test/arbitraries.js'
import { refusal } from '../../test/assertions.js'
import { agentViewer, newEvent } from '../../test/domain-values.js'
import type { EventContent, NewEvent } from '../model/event.js'
import { agentEventView } from '../views/event.js'
import { bytesForThread, closingEvents, eventBytes } from './event-bytes.js'
import { systemMessage } from './events.js'

const customerId = '0190a1b2-0000-7000-8000-000000000000'
/**
 * A larger order than any event has, so that every real one is shorter. The same goes for the time, until the year
 * 5138.
 */
const order = 10_000_000
/** Maximum number of bytes by which the estimate may be too high. */
const maxSurplus = 48

function longestView(event: NewEvent): number {
  const pressed = { ...event, order, content: pressedBy(event.content) }
  return Buffer.byteLength(JSON.stringify(agentEventView(pressed, agentViewer())))
}

function pressedBy(content: EventContent): EventContent {
  if (content.type !== 'rich_message' || content.elements === undefined) return content
  const elements = content.elements.map((element) => {
    if (element.buttons === undefined) return element
    return { ...element, buttons: element.buttons.map((button) => ({ ...button, user_ids: [customerId] })) }
  })
  return { ...content, elements }
}

const field = { name: 'n', label: 'Überschrift "L"', required: true }
const image = {
  url: 'https://example.com/ä',
  name: 'i',
  content_type: 'image/png',
  size: 1,
  width: 2,
  height: 3,
}
const button = { text: '好', postback_id: 'yes', user_ids: [] }
const contents: readonly EventContent[] = [
  { type: 'message', text: 'Hello' },
  { type: 'message', text: '聊天 💬 "quoted" \\ \u0001\n\u2028' },
  { type: 'annotation', annotation_type: 'rating' },
  { type: 'annotation', annotation_type: 'rating', text: 'good' },
  { type: 'custom', content: { any: ['thing', null, 1e20, { 漢: '字' }] } },
  { type: 'filled_form', fields: [] },
  {
    type: 'filled_form',
    fields: [
      { type: 'email', ...field, value: 'a@b' },
      { type: 'select', ...field, options: [{ label: 'One', value: '1', checked: false }] },
    ],
  },
  { type: 'rich_message', template_id: 'cards' },
  { type: 'rich_message', template_id: 'cards', elements: [{}, { title: 't', subtitle: 's', image }] },
  {
    type: 'rich_message',
    template_id: 'cards',
    elements: Array.from({ length: 10 }, () => ({ buttons: Array.from({ length: 10 }, () => button) })),
  },
  { type: 'rich_message', template_id: 'cards', elements: [{ buttons: [{ user_ids: [] }, button] }] },
]

const properties = { test: { int_property: -2_147_483_648, bool_property: false, string_property: 'ä"' } }

for (const content of contents) {
  test(`eventBytes is at least the length of the view of ${JSON.stringify(content).slice(0, 60)}`, () => {
    for (const values of [{}, { customId: '"mine"', recipients: 'agents', properties } as const]) {
      const event = newEvent({ content, authorId: 'ä@example.com', ...values })
      const [counted, shown] = [eventBytes(event), longestView(event)]
      assert.ok(counted >= shown && counted <= shown + maxSurplus, `${counted} for ${shown}`)
    }
  })
}

test('eventBytes counts a system message, which has no author', () => {
  const event = systemMessage(customerId, 1, { type: 'thread_archived', text: 'The chat was closed' })
  const [counted, shown] = [eventBytes(event), longestView(event)]
  assert.ok(counted >= shown && counted <= shown + maxSurplus, `${counted} for ${shown}`)
})

test('eventBytes is never less than the length of the view', () => {
  fc.assert(
    fc.property(chatEvents, ({ order: _, ...event }) => {
      assert.ok(eventBytes(event) >= longestView(event))
    }),
  )
})

test('the length of several events is at least that of their list', () => {
  const events = contents.map((content) => newEvent({ content }))
  const views = events.map((event) => agentEventView({ ...event, order }, agentViewer()))
  const { bytes } = closingEvents(events)
  assert.ok(bytes >= Buffer.byteLength(JSON.stringify(views)) - 2)
  const bounds = { eventCount: contents.length, eventBytes: bytes }
  assert.equal(bytesForThread(events, bounds, 'payload.events'), bytes)
})

test('refuses events that an empty thread could not hold', () => {
  const events = [newEvent(), newEvent()]
  const { bytes } = closingEvents(events)
  const refused = refusal('validation', /payload.events is more than a thread can hold/)
  for (const bounds of [
    { eventCount: 1, eventBytes: bytes },
    { eventCount: 2, eventBytes: bytes - 1 },
  ]) {
    assert.throws(() => bytesForThread(events, bounds, 'payload.events'), refused)
  }
})
