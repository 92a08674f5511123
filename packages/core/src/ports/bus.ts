/**
 * Publish and subscribe per license between the nodes of one installation, of plain data that can travel as JSON.
 * Delivery is at most once and ordered per publisher and license; whether a publisher hears itself is open. What is
 * lost delays what other nodes show, and never loses data.
 */
export interface Bus<Message> {
  /**
   * Connects. Called once, before anything else. Rejects where the bus cannot be reached. `resumed` is called each time
   * that something this node listens to may have been lost, on its way out or in, once the bus works again: everything
   * that is published from then on is heard, by the subscriptions that there were before.
   */
  start(resumed: () => void): Promise<void>
  /** Resolves once it is on its way; rejects when it is not known to be, or after `close`. */
  publish(licenseId: number, message: Message): Promise<void>
  /**
   * Resolves once everything that is published from now on will be heard; rejects where that cannot be had. A listener
   * that throws affects no other, and goes on listening.
   */
  subscribe(licenseId: number, listener: (message: Message) => void): Promise<Subscription>
  /** Rejects while it does not work. */
  ping(): Promise<void>
  /** Ends all subscriptions and releases everything: nothing is delivered any more. Idempotent. */
  close(): Promise<void>
}

export interface Subscription {
  /** Nothing is heard any more, at once. Idempotent. */
  end(): void
}
