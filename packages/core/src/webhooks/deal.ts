import type { WebhookDestination } from '../model/webhook.js'
import type { Destination } from './destination.js'
import type { Place, Places } from './places.js'

/** A webhook with due deliveries, and its destination. */
export interface Due {
  readonly to: WebhookDestination
  readonly destination: Destination
}

export interface Dealt {
  /** Slots by webhook id. Each slot allows one delivery. */
  readonly places: ReadonlyMap<string, Place[]>
  /**
   * The webhooks that got no slot because other destinations took all of them, although their own destination accepts
   * more.
   */
  readonly crowdedOut: readonly Due[]
}

/**
 * Assigns free slots to webhooks in rounds: one slot for each webhook, then a second one for each, until no slot is
 * left. `now` is the time of the monotonic clock.
 */
export function deal(due: readonly Due[], places: Places, now: number): Dealt {
  const dealt = new Map<string, Place[]>()
  const crowdedOut: Due[] = []
  let taking = due
  while (taking.length > 0) {
    taking = taking.filter((one) => {
      const own = dealt.get(one.to.id) ?? []
      const place = places.take(one.destination, now)
      if (place !== undefined) dealt.set(one.to.id, [...own, place])
      else if (own.length === 0 && one.destination.hasRoom(now)) crowdedOut.push(one)
      return place !== undefined
    })
  }
  return { places: dealt, crowdedOut }
}
