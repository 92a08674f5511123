import type { ChatEvent, NewEvent } from '../model/event.js'

/** Returns a value that the transaction has stored or locked, so it must exist. Throws otherwise. */
export function requireStored<T>(found: T | undefined): T {
  if (found === undefined) throw new TypeError('The storage does not find what the transaction has stored')
  return found
}

/** Returns the stored event with the order that it was given. */
export function withOrder(event: NewEvent, orders: readonly number[] | 'full'): ChatEvent {
  const [order] = orders
  if (typeof order !== 'number') throw new TypeError('The storage returned no order for a stored event')
  return Object.assign({ order }, event)
}
