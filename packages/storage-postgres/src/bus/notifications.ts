import type { OutgoingMessage } from '@parley/core/ports'

/**
 * Maximum size of a payload without its first line, in bytes. PostgreSQL allows less than 8,000 bytes per notification.
 */
const maxBodyBytes = 7_900

/** Content of a notification: one part of a text of messages, or a control word to all others. */
export type NotificationContent =
  | { readonly kind: 'part'; readonly number: number; readonly count: number; readonly text: string }
  | { readonly kind: 'word'; readonly word: string }

/** Returns the payloads that carry these messages, one message per line. A long text is split into several parts. */
export function partPayloads(from: string, messages: readonly OutgoingMessage[]): readonly string[] {
  if (messages.length === 0) return []
  const text = messages.map((message) => `${message.licenseId} ${message.text}`).join('\n')
  const parts = Buffer.byteLength(text) <= maxBodyBytes ? [text] : split(Buffer.from(text))
  return parts.map((part, index) => `${from} ${index} ${parts.length}\n${part}`)
}

/** Returns the payload of a control word. */
export function wordPayload(from: string, word: string): string {
  return `${from}\n${word}`
}

/** Returns the sender and the content of a payload, or `undefined` when no bus has sent it. */
export function readPayload(
  payload: string,
): { readonly from: string; readonly content: NotificationContent } | undefined {
  const end = payload.indexOf('\n')
  if (end < 0) return undefined
  const [from, number, count] = payload.slice(0, end).split(' ')
  const text = payload.slice(end + 1)
  if (from === undefined || from === '') return undefined
  if (number === undefined) return { from, content: { kind: 'word', word: text } }
  return { from, content: { kind: 'part', number: Number(number), count: Number(count), text } }
}

/** Yields the messages of a complete text. */
export function* messagesIn(text: string): Iterable<OutgoingMessage> {
  for (const line of text.split('\n')) {
    const end = line.indexOf(' ')
    const licenseId = Number(line.slice(0, end))
    if (end > 0 && Number.isInteger(licenseId)) yield { licenseId, text: line.slice(end + 1) }
  }
}

/** Splits a text into parts without cutting a character in two. */
function split(bytes: Buffer): readonly string[] {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + maxBodyBytes, bytes.length)
    while (end < bytes.length && isContinuation(bytes[end])) end -= 1
    parts.push(bytes.toString('utf8', start, end))
    start = end
  }
  return parts
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
