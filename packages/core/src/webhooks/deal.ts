import type { WebhookDestination } from '../model/webhook.js'
import type { Destination } from './destination.js'
import type { Place, Places } from './places.js'

/** A webhook of which something is due, and where it goes. */
export interface Due {
  readonly to: WebhookDestination
  readonly destination: Destination
}

export interface Dealt {
  /** By webhook id: room for so many deliveries of it. */
  readonly places: ReadonlyMap<string, Place[]>
  /** Those that got none since others have taken theirs, and not for what their own destination does. */
  readonly crowdedOut: readonly Due[]
}

/** A place for each, then another one for each, until there is no more room. `now`: of the monotonic clock. */
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
