/**
 * Publish and subscribe per license, of plain data that can travel between processes as JSON. Delivery is at
 * most once, ordered per publisher and license, and includes the publisher itself. A lost message delays pushes
 * and cache invalidation; it never loses data. After `close` nothing is delivered, and publishing does nothing.
 */
export interface Bus<Message> {
  publish(licenseId: number, message: Message): void
  /** A listener that throws affects no other. Returns what ends the subscription. */
  subscribe(licenseId: number, listener: (message: Message) => void): () => void
  close(): Promise<void>
}
