/** That commits of this node have stored deliveries. To note it costs nothing where nobody listens. */
export class StoredDeliveries {
  #stored: () => void = () => undefined

  /** They can be claimed from now on. */
  listen(stored: () => void): void {
    this.#stored = stored
  }

  note(): void {
    this.#stored()
  }
}
