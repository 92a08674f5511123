/** One fact for one webhook, stored with the commit that it tells of. */
export interface NewDelivery {
  readonly id: string
  readonly licenseId: number
  /**
   * Deliveries of one webhook about one chat go out one after the other; `null`: it is about no chat, and waits for no
   * other.
   */
  readonly chatId: string | null
  /** The webhook, or the bot whose webhooks these are. */
  readonly webhookId: string
  /** What is told, as JSON, rendered for the webhook: what the commit itself allocates is not in it. */
  readonly payload: string
  /** Which of the events of the same append it tells of; `null`: of none. */
  readonly eventIndex: number | null
  readonly createdAt: number
  /** When it may be delivered, by the steady clock (decisions §16.21). */
  readonly dueAt: number
}

export interface Delivery extends Omit<NewDelivery, 'eventIndex' | 'dueAt'> {
  /** What the commit allocated: the `order` of the event; `null` where it tells of none. */
  readonly eventOrder: number | null
  /** The place of the commit among all about the chat; `null`: it is about no chat. */
  readonly sequence: number | null
  /** How often it was tried before. */
  readonly attemptCount: number
}

/** A delivery that was given up. */
export interface FailedDelivery extends Delivery {
  readonly failedAt: number
  /** Why the last attempt failed, in words. */
  readonly reason: string
}
