import type { NewDelivery } from '../model/delivery.js'

/** What commits of this node have stored for webhooks. To note it costs nothing where nobody listens. */
export class StoredDeliveries {
  #stored: (deliveries: readonly NewDelivery[]) => void = () => undefined

  /** They can be claimed from now on. */
  listen(stored: (deliveries: readonly NewDelivery[]) => void): void {
    this.#stored = stored
  }

  note(deliveries: readonly NewDelivery[]): void {
    this.#stored(deliveries)
  }
}
