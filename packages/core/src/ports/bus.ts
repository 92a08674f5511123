/**
 * Carries messages between the nodes of one installation: publish and subscribe, per license. Messages are plain data
 * that can be written as JSON.
 *
 * Guarantees: a message is delivered at most once, and the messages of one publisher about one license arrive in order.
 * A publisher may or may not receive its own messages. Losing a message delays what other nodes show, and never loses
 * data.
 */
export interface Bus<Message> {
  /**
   * Connects. Called once, before anything else. Rejects when the bus cannot be reached.
   *
   * Calls `resumed` whenever messages of or for this node may have been lost, as soon as the bus works again.
   * Everything published from then on reaches the existing subscriptions.
   */
  start(resumed: () => void): Promise<void>
  /** Publishes a message and resolves once it is sent. Rejects when that is not certain, and after `close`. */
  publish(licenseId: number, message: Message): Promise<void>
  /**
   * Subscribes to a license. Once it has resolved, every message published about the license reaches the listener.
   * Rejects when the bus cannot subscribe. A listener that throws stays subscribed and does not affect others.
   */
  subscribe(licenseId: number, listener: (message: Message) => void): Promise<Subscription>
  /** Resolves when the bus works, and rejects when it does not. */
  ping(): Promise<void>
  /** Ends all subscriptions and releases everything. Nothing is delivered afterwards. A second call does nothing. */
  close(): Promise<void>
}

/** A node's interest in one license. */
export interface Subscription {
  /** Ends the subscription immediately. A second call does nothing. */
  end(): void
}
