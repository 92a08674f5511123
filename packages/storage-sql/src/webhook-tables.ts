import type { Generated } from 'kysely'

// What Kysely knows of webhooks and their deliveries, see `tables.ts`.

/** Those that apps have registered. */
export interface WebhooksTable {
  id: string
  license_id: number
  client_id: string
  version: string
  url: string
  description: string | null
  /** JSON */
  rule: string
  secret_key: string
  /** How the secret key begins, up to its second `.`. */
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

/** Those that are neither done nor given up. */
export interface DeliveriesTable {
  /** The order in which they were added. */
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
   * Known to stand behind another of its webhook and chat; a claim finds that out, so that no later one looks again.
   */
  is_parked: Generated<boolean>
  owner: string | null
  /** 0: nobody holds it. */
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

/** What deliveries tell, stored once for all deliveries of a commit that tell the same. */
export interface DeliveryPayloadsTable {
  /** That of the first delivery that referred to it. */
  id: string
  license_id: number
  /** Of `payload`, as UTF-8. */
  bytes: number
  /** Deliveries that refer to it and wait. */
  waiting_count: number
  /** Deliveries that refer to it and were given up. */
  failed_count: Generated<number>
  /** JSON */
  payload: string
}
