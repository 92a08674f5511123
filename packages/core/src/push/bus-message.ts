import type { Push } from '../domain/push.js'

/** The connection that made the request, so that its own copy carries the `request_id`. */
export interface RequestOrigin {
  /** Unique on its node. */
  readonly sessionId: number
  readonly requestId: string
}

/** What nodes tell each other. Plain data. */
export type BusMessage =
  | {
      readonly kind: 'push'
      readonly push: Push
      /** The node whose connection `origin` is. */
      readonly nodeId: string
      readonly origin: RequestOrigin | null
    }
  | { readonly kind: 'agent_logged_out'; readonly agentId: string }
  | { readonly kind: 'agent_deleted'; readonly agentId: string }
  | { readonly kind: 'token_revoked'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'app_removed'; readonly clientId: string }
  | { readonly kind: 'license_changed'; readonly expiresAt: number | null }
