import type { Generated } from 'kysely'

// Kysely types of webhooks and their deliveries. See `tables.ts`.

/** Webhooks that apps have registered. */
export interface WebhooksTable {
  id: string
  license_id: number
  client_id: string
  version: string
  url: string
  description: string | null
  /** Rule, as JSON. */
  rule: string
  secret_key: string
  /** Prefix of the secret key, up to its second `.`. */
  seal: string
  created_at: number
  disabled_at: number | null
}

export interface DeliveryAttemptsTable {
  webhook_id: string
  id: string
  delivery_id: string
  started_at: number
  duration_ms: number
  status: number | null
  reason: string | null
  next_at: number | null
}

/** Deliveries that are neither done nor given up. */
export interface DeliveriesTable {
  /** Position in the order in which deliveries were added. */
  position: Generated<number>
  id: string
  license_id: number
  webhook_id: string
  chat_id: string | null
  payload_id: string
  event_order: number | null
  sequence: number | null
  created_at: number
  attempt_count: Generated<number>
  due_at: number
  /**
   * Whether the delivery is known to wait for an earlier one of its webhook and chat. A claim sets it, so that later
   * claims skip the delivery.
   */
  is_parked: Generated<boolean>
  owner: string | null
  /** Time until which `owner` holds the delivery, 0 when it is not held. */
  lease_until: Generated<number>
}

export interface FailedDeliveriesTable {
  id: string
  license_id: number
  webhook_id: string
  chat_id: string | null
  payload_id: string
  event_order: number | null
  sequence: number | null
  created_at: number
  attempt_count: number
  failed_at: number
  reason: string
}

/** Payloads of deliveries, stored once for all deliveries of a commit with equal payloads. */
export interface DeliveryPayloadsTable {
  /** Id of the first delivery that referred to the payload. */
  id: string
  license_id: number
  /** Size of `payload` in UTF-8, in bytes. */
  bytes: number
  /** Number of waiting deliveries that refer to the payload. */
  waiting_count: number
  /** Number of given-up deliveries that refer to the payload. */
  failed_count: Generated<number>
  /** Payload, as JSON. */
  payload: string
}
