import { invalidField } from '../errors.js'
import type { EventContent, NewEvent } from '../model/event.js'
import type { Properties } from '../model/property.js'
import type { ThreadBounds } from '../model/thread.js'
import type { NewEvents } from '../ports/stores/chat-appends.js'
import { jsonBytes } from './json-bytes.js'

/** Bytes of `{"id":,"order":,"timestamp":,"recipients":"","author_id":,`, plus the longest order and timestamp. */
const headBytes = 58 + 16 + 16
/** Bytes of `{"type":"message","text":}`. The content of every event type is measured with its braces. */
const messageBytes = 26
/** Bytes of `"custom_id":,`. */
const customIdBytes = 13
/** Bytes of `"properties":,`. */
const propertiesBytes = 14
/** Bytes of `{"value":}` around each property. */
const valueBytes = 10
/**
 * Maximum length of the URL that replaces the path of a file, in bytes. The option `baseUrl` is limited so that the URL
 * fits.
 */
export const fileUrlBytes = 1_024
/** Bytes of a customer's id with its quotes. Only customers press buttons, and a chat has at most one customer. */
const userIdBytes = 38

/**
 * Returns the length of the event as JSON of the newest Agent API, in bytes of UTF-8, or slightly more. Counts every
 * button as pressed, so nothing that happens to the event later makes it longer (decisions §16.1).
 */
export function eventBytes({ id, authorId, recipients, customId, properties, content }: NewEvent): number {
  let bytes = headBytes + textBytes(id) + recipients.length + bytesOfContent(content)
  if (authorId !== null) bytes += textBytes(authorId)
  if (customId !== null) bytes += customIdBytes + textBytes(customId)
  if (content.type === 'rich_message') bytes += buttonCount(content) * userIdBytes
  return bytes + bytesOfProperties(properties)
}

/** Returns the length of all these events together, in bytes. */
function bytesOfEvents(events: readonly NewEvent[]): number {
  let bytes = 0
  // One byte per event for the comma.
  for (const event of events) bytes += eventBytes(event) + 1
  return bytes
}

/**
 * Returns the length of the events in bytes. Throws a `validation` error, which names `path`, when an empty thread
 * could not hold them.
 */
export function bytesForThread(events: readonly NewEvent[], bounds: ThreadBounds, path: string): number {
  const bytes = bytesOfEvents(events)
  if (events.length > bounds.eventCount) {
    throw invalidField({ path, rule: 'too_many', limit: bounds.eventCount }, 'is more than a thread can hold')
  }
  if (bytes > bounds.eventBytes) {
    throw invalidField(
      { path, rule: 'too_large', limit: bounds.eventBytes },
      'is more than a thread can hold',
    )
  }
  return bytes
}

/**
 * Returns the system messages that end a thread, or say that it has ended, ready to be stored. They are stored even
 * when the thread is full.
 */
export function closingEvents(events: readonly NewEvent[]): NewEvents {
  return { events, bytes: bytesOfEvents(events), bounds: null, timeoutsFrom: null }
}

/**
 * Returns system messages about routing, ready to be stored. They count towards the thread's limits, and do not restart
 * its idle timer.
 */
export function routingEvents(events: readonly NewEvent[], bounds: ThreadBounds): NewEvents {
  return { events, bytes: bytesOfEvents(events), bounds, timeoutsFrom: null }
}

function bytesOfContent(content: EventContent): number {
  if (content.type === 'file') return jsonBytes(content) + fileUrlBytes
  return content.type === 'message' ? messageBytes + textBytes(content.text) : jsonBytes(content)
}

/** Text in which no character is escaped in JSON or takes more than one byte. */
const plainText = /^[ !#-[\]-~]*$/

/**
 * Returns the length of the text as a JSON string, in bytes. Plain text is measured the fast way, because every message
 * is measured and most are plain.
 */
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
