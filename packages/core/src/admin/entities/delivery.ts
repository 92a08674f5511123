import type { FailedDelivery as StoredFailedDelivery } from '../../model/delivery.js'
import type { DeliveryAttempt as StoredAttempt } from '../../model/webhook.js'
import { dateOrNull } from './dates.js'

/** A webhook delivery that was given up. */
export interface FailedDelivery {
  readonly id: string
  readonly licenseId: number
  /** The webhook, or the bot whose webhooks these are. */
  readonly webhookId: string
  /** The chat that the delivery is about; `null` when it is about none. */
  readonly chatId: string | null
  /** Payload to send, as JSON. The `order` of the event is added when it is sent. */
  readonly payload: string
  /** `order` of the event within its thread; `null` when the delivery is about no event. */
  readonly eventOrder: number | null
  /** Sequence of the commit within its chat; `null` when the delivery is about no chat. */
  readonly sequence: number | null
  /** Number of attempts. */
  readonly attemptCount: number
  readonly createdAt: Date
  readonly failedAt: Date
  /** Why the last attempt failed, in words. */
  readonly reason: string
}

/** One HTTP request of a delivery. */
export interface DeliveryAttempt {
  readonly id: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly startedAt: Date
  /** Duration of the request, in milliseconds. */
  readonly durationMs: number
  /** HTTP status of the response; `null` when there was none. */
  readonly status: number | null
  /** Why the attempt failed, in words; `null` when the delivery was accepted. */
  readonly reason: string | null
  /** Earliest time of the next attempt; `null` when there is none, because the delivery was accepted or given up. */
  readonly nextAttemptAt: Date | null
}

/** Returns the delivery as `admin` shows it. */
export function toFailedDelivery({ createdAt, failedAt, ...delivery }: StoredFailedDelivery): FailedDelivery {
  return { ...delivery, createdAt: new Date(createdAt), failedAt: new Date(failedAt) }
}

/** Returns the attempt as `admin` shows it. */
export function toDeliveryAttempt({ startedAt, nextAt, ...attempt }: StoredAttempt): DeliveryAttempt {
  return { ...attempt, startedAt: new Date(startedAt), nextAttemptAt: dateOrNull(nextAt) }
}
