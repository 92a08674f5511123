/**
 * Reaction of a client to the end of its connection: connect again with the same token (`now`), get a new token first
 * (`with_new_token`), or leave it, because the next connection would end in the same way (`never`).
 */
export type Reconnect = 'now' | 'with_new_token' | 'never'

/** How to connect again. */
interface Reconnection {
  readonly reconnect: Reconnect
  /** Whether to wait a random time before each attempt, and longer each time. */
  readonly backoff: boolean
}

interface Closing {
  /** Why the connection ended. */
  readonly meaning: string
  /** `by_reason`: the reason in the disconnect push decides, and without a push it is `never`. */
  readonly reconnect: Reconnect | 'by_reason'
  readonly backoff: boolean
}

/**
 * The close codes of real-time connections (decisions §10, RFC 6455 §7.4). After any other code, such as 1006 when the
 * network fails, a client connects again with backoff.
 */
export const closeCodes = {
  1003: {
    meaning: 'The client sent a binary frame. Only text frames are allowed.',
    reconnect: 'never',
    backoff: false,
  },
  1008: { meaning: 'The client kept exceeding its message limit.', reconnect: 'never', backoff: false },
  1009: { meaning: 'A message was too large.', reconnect: 'never', backoff: false },
  1012: {
    meaning: 'The node is stopping, or this connection missed a push.',
    reconnect: 'now',
    backoff: true,
  },
  4001: { meaning: 'The client did not log in in time.', reconnect: 'now', backoff: true },
  4003: { meaning: 'The server disconnected the user.', reconnect: 'by_reason', backoff: false },
  4004: { meaning: 'The API does not have this version.', reconnect: 'never', backoff: false },
  4008: { meaning: 'The client sent nothing for too long.', reconnect: 'now', backoff: false },
  4009: { meaning: 'The client read too slowly.', reconnect: 'now', backoff: true },
  4401: { meaning: 'The token expired or was revoked.', reconnect: 'with_new_token', backoff: false },
} as const satisfies Readonly<Record<number, Closing>>

/** A close code that the server sends. */
export type CloseCode = keyof typeof closeCodes

/** The reasons of `agent_disconnected` and `customer_disconnected`. */
export const disconnectReasons = {
  access_token_revoked: { reconnect: 'with_new_token', backoff: false },
  agent_deleted: { reconnect: 'never', backoff: false },
  customer_banned: { reconnect: 'never', backoff: false },
  internal_error: { reconnect: 'now', backoff: true },
  license_expired: { reconnect: 'never', backoff: false },
  license_not_found: { reconnect: 'never', backoff: false },
  logged_out_remotely: { reconnect: 'never', backoff: false },
  too_many_connections: { reconnect: 'now', backoff: true },
  unsupported_version: { reconnect: 'never', backoff: false },
} as const satisfies Readonly<Record<string, Reconnection>>

/** A reason of a disconnect push. */
export type DisconnectReason = keyof typeof disconnectReasons

/** Describes the field `reason` of a disconnect push that has these reasons, for the reference. */
export function describeReasons(reasons: readonly DisconnectReason[]): string {
  const after = (reconnect: Reconnect) =>
    reasons
      .filter((reason) => disconnectReasons[reason].reconnect === reconnect)
      .map((reason) => `\`${reason}\``)
  const ways = [
    [after('now'), 'now, with backoff'],
    [after('with_new_token'), 'with a new token'],
    [after('never'), 'never'],
  ] as const
  const texts = ways.flatMap(([names, how]) =>
    names.length === 0 ? [] : [`after ${names.join(', ')}: ${how}`],
  )
  return `Why the connection ends. When to reconnect: ${texts.join('; ')}.`
}
