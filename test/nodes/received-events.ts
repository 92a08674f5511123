import assert from 'node:assert/strict'
import { numberAt, textAt } from '../support/json.js'
import type { Frame } from '../support/rtm-client.js'

function isEvent(frame: Frame): boolean {
  return frame.type === 'push' && frame.action === 'incoming_event'
}

/** Returns the events that a reader was pushed, by chat with one thread each: order and id, separated by a space. */
export function receivedEvents(frames: readonly Frame[]): ReadonlyMap<string, readonly string[]> {
  const eventsByChat = new Map<string, string[]>()
  for (const frame of frames.filter(isEvent)) {
    const chatId = textAt(frame, 'payload.chat_id')
    const list = eventsByChat.get(chatId) ?? []
    eventsByChat.set(chatId, list)
    list.push(`${numberAt(frame, 'payload.event.order')} ${textAt(frame, 'payload.event.id')}`)
  }
  return eventsByChat
}

export function countEvents(frames: readonly Frame[]): number {
  return frames.reduce((count, frame) => count + (isEvent(frame) ? 1 : 0), 0)
}

export function requireGapless(events: readonly string[]): void {
  const orders = events.map(orderOf)
  assert.deepEqual(
    orders,
    orders.map((_, index) => index + 1),
  )
}

/** Checks that each event occurs once, and that none follows a newer one. */
export function requireAscending(events: readonly string[]): void {
  const orders = events.map(orderOf)
  assert.deepEqual(
    orders,
    [...new Set(orders)].sort((one, other) => one - other),
  )
}

function orderOf(event: string): number {
  return Number(event.split(' ')[0])
}
