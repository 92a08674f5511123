import { invalid } from '../errors.js'
import type { EventContent, NewEvent } from '../model/event.js'
import type { Properties } from '../model/property.js'
import type { ThreadBounds } from '../model/thread.js'
import type { NewEvents } from '../ports/stores/chat-appends.js'
import { jsonBytes } from './json-bytes.js'

/** `{"id":,"order":,"timestamp":,"recipients":"","author_id":,` with room for the longest order and instant. */
const headBytes = 58 + 16 + 16
/** `{"type":"message","text":}`: content of any type is measured with its braces. */
const messageBytes = 26
/** `"custom_id":,` */
const customIdBytes = 13
/** `"properties":,` */
const propertiesBytes = 14
/** `{"value":}` around each property. */
const valueBytes = 10
/** The address that is shown in place of the path of a file; the option `baseUrl` is bounded so that it fits. */
export const fileUrlBytes = 1_024
/** The id of a customer with its quotes: a chat has one at most, and only customers press buttons. */
const userIdBytes = 38

/**
 * How long the event is as JSON of the newest Agent API, as UTF-8, or a few bytes more. Each button counts as pressed, so
 * that nothing that happens to an event later makes it longer (decisions §16.1).
 */
export function eventBytes({ id, authorId, recipients, customId, properties, content }: NewEvent): number {
  let bytes = headBytes + textBytes(id) + recipients.length + bytesOfContent(content)
  if (authorId !== null) bytes += textBytes(authorId)
  if (customId !== null) bytes += customIdBytes + textBytes(customId)
  if (content.type === 'rich_message') bytes += buttonCount(content) * userIdBytes
  return bytes + bytesOfProperties(properties)
}

/** Of all of them together. */
function bytesOfEvents(events: readonly NewEvent[]): number {
  let bytes = 0
  // One comma each.
  for (const event of events) bytes += eventBytes(event) + 1
  return bytes
}

/** The same; `validation` for what an empty thread cannot hold. `path` says where they stand in the request. */
export function bytesForThread(events: readonly NewEvent[], bounds: ThreadBounds, path: string): number {
  const bytes = bytesOfEvents(events)
  if (events.length > bounds.eventCount || bytes > bounds.eventBytes) {
    throw invalid(`${path} is more than a thread can hold`)
  }
  return bytes
}

/** A message of the system that ends a thread, or says that it has ended: it is stored also where the thread is full. */
export function closingEvents(events: readonly NewEvent[]): NewEvents {
  return { events, bytes: bytesOfEvents(events), bounds: null, timeoutsFrom: null }
}

/** Messages of the system about who is there for a thread: they postpone none of its times, and want room in it. */
export function routingEvents(events: readonly NewEvent[], bounds: ThreadBounds): NewEvents {
  return { events, bytes: bytesOfEvents(events), bounds, timeoutsFrom: null }
}

function bytesOfContent(content: EventContent): number {
  if (content.type === 'file') return jsonBytes(content) + fileUrlBytes
  return content.type === 'message' ? messageBytes + textBytes(content.text) : jsonBytes(content)
}

/** Nothing in it is escaped, nor takes more than a byte. */
const plainText = /^[ !#-[\]-~]*$/

/** Most texts are plain, and each message is measured. */
function textBytes(text: string): number {
  return plainText.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text))
}

function buttonCount({ elements = [] }: Extract<EventContent, { type: 'rich_message' }>): number {
  let count = 0
  for (const { buttons = [] } of elements) count += buttons.length
  return count
}

function bytesOfProperties(properties: Properties): number {
  const namespaces = Object.values(properties)
  if (namespaces.length === 0) return 0
  let bytes = propertiesBytes + jsonBytes(properties)
  for (const named of namespaces) bytes += valueBytes * Object.keys(named).length
  return bytes
}
