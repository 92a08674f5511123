/** One fact for one webhook, stored in the commit that causes it. */
export interface NewDelivery {
  readonly id: string
  readonly licenseId: number
  /**
   * The chat that it is about. Deliveries of one webhook about one chat are sent one after the other. `null` when it is
   * about no chat, and waits for no other delivery.
   */
  readonly chatId: string | null
  /** The webhook, or the bot whose webhooks these are. */
  readonly webhookId: string
  /** Payload to send, as JSON in the version of the webhook, without the values that the commit allocates. */
  readonly payload: string
  /** Index of the event that it is about, among the events of the same append; `null` when it is about none. */
  readonly eventIndex: number | null
  readonly createdAt: number
  /** Earliest time of the first attempt, by the steady clock (decisions §16.21). */
  readonly dueAt: number
}

/** A delivery that waits in the outbox. */
export interface Delivery extends Omit<NewDelivery, 'eventIndex' | 'dueAt'> {
  /** The `order` that the commit gave the event; `null` when the delivery is about no event. */
  readonly eventOrder: number | null
  /** Sequence of the commit within its chat; `null` when the delivery is about no chat. */
  readonly sequence: number | null
  /** Number of attempts so far. */
  readonly attemptCount: number
}

/** A delivery that was given up. */
export interface FailedDelivery extends Delivery {
  readonly failedAt: number
  /** Why the last attempt failed, in words. */
  readonly reason: string
}
