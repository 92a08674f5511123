import type { NewDelivery } from '../model/delivery.js'

/**
 * Passes on the webhook deliveries that commits of this node have stored. It costs nothing when there is no listener.
 */
export class StoredDeliveries {
  #stored: (deliveries: readonly NewDelivery[]) => void = () => undefined

  /** Sets the listener, which is called when new deliveries can be claimed. */
  listen(stored: (deliveries: readonly NewDelivery[]) => void): void {
    this.#stored = stored
  }

  note(deliveries: readonly NewDelivery[]): void {
    this.#stored(deliveries)
  }
}
