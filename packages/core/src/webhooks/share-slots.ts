import type { WebhookDestination } from '../model/webhook.js'
import type { DeliverySlot, DeliverySlots } from './delivery-slots.js'
import type { Destination } from './destination.js'

/** A webhook with due deliveries, and its destination. */
export interface WaitingWebhook {
  readonly to: WebhookDestination
  readonly destination: Destination
}

/** The slots that webhooks were given, and the webhooks that got none. */
export interface SharedSlots {
  /** Slots by webhook id. Each slot allows one delivery. */
  readonly slots: ReadonlyMap<string, DeliverySlot[]>
  /**
   * The webhooks that got no slot because other destinations took all of them, although their own destination accepts
   * more.
   */
  readonly crowdedOut: readonly WaitingWebhook[]
}

/**
 * Assigns free slots to webhooks in rounds: one slot for each webhook, then a second one for each, until no slot is
 * left. `now` is the time of the monotonic clock.
 */
export function shareSlots(due: readonly WaitingWebhook[], slots: DeliverySlots, now: number): SharedSlots {
  const shared = new Map<string, DeliverySlot[]>()
  const crowdedOut: WaitingWebhook[] = []
  let taking = due
  while (taking.length > 0) {
    taking = taking.filter((one) => {
      const own = shared.get(one.to.id) ?? []
      const slot = slots.take(one.destination, now)
      if (slot !== undefined) shared.set(one.to.id, [...own, slot])
      else if (own.length === 0 && one.destination.hasCapacity(now)) crowdedOut.push(one)
      return slot !== undefined
    })
  }
  return { slots: shared, crowdedOut }
}
