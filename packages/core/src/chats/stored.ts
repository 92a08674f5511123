import type { ChatEvent, NewEvent } from '../model/event.js'

/** What this transaction has stored or locked, and so must find. */
export function requireStored<T>(found: T | undefined): T {
  if (found === undefined) throw new TypeError('The storage does not find what the transaction has stored')
  return found
}

/** The one event that was stored, with the order that it got. */
export function withOrder(event: NewEvent, orders: readonly number[] | 'full'): ChatEvent {
  const [order] = orders
  if (typeof order !== 'number') throw new TypeError('The storage answered no order for a stored event')
  return Object.assign({ order }, event)
}
