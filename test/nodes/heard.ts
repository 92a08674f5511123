import assert from 'node:assert/strict'
import { numberAt, textAt } from '../support/json.js'
import type { Frame } from '../support/rtm-client.js'

function isEvent(frame: Frame): boolean {
  return frame.type === 'push' && frame.action === 'incoming_event'
}

/** By chat, of one thread each, what a reader was pushed: order and id, with a space between. */
export function heardOf(frames: readonly Frame[]): ReadonlyMap<string, readonly string[]> {
  const heard = new Map<string, string[]>()
  for (const frame of frames.filter(isEvent)) {
    const chatId = textAt(frame, 'payload.chat_id')
    const list = heard.get(chatId) ?? []
    heard.set(chatId, list)
    list.push(`${numberAt(frame, 'payload.event.order')} ${textAt(frame, 'payload.event.id')}`)
  }
  return heard
}

export function countEvents(frames: readonly Frame[]): number {
  return frames.reduce((count, frame) => count + (isEvent(frame) ? 1 : 0), 0)
}

export function requireGapless(heard: readonly string[]): void {
  const orders = heard.map(orderOf)
  assert.deepEqual(
    orders,
    orders.map((_, index) => index + 1),
  )
}

/** Each once, and none after one that is newer. */
export function requireAscending(heard: readonly string[]): void {
  const orders = heard.map(orderOf)
  assert.deepEqual(
    orders,
    [...new Set(orders)].sort((one, other) => one - other),
  )
}

function orderOf(place: string): number {
  return Number(place.split(' ')[0])
}
