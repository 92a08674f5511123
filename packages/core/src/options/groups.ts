import { type Static, Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { parseRange } from '../domain/addresses.js'
import { targetHost } from '../domain/webhook-targets.js'
import type { RoutingPolicy } from '../ports/routing-policy.js'
import { dayMs, daySeconds, group, hourMs, integer, mebibyte } from './values.js'

/** Caches of what a node has read from the storage. */
export const caches = group({
  /**
   * Maximum age of a cached token, in milliseconds. While the bus is down, other nodes notice a revocation after this
   * time at the latest. 0: no caching. Default: 1,000 (1 s).
   */
  identityMs: integer({ default: 1_000, minimum: 0, maximum: 60_000 }),
  /** Maximum number of cached tokens. 0: no caching. Default: 50,000. */
  identityCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
  /** Maximum number of cached chat heads (a chat without its events). 0: no caching. Default: 50,000. */
  chatHeadCount: integer({ default: 50_000, minimum: 0, maximum: 10_000_000 }),
})

/** Catch-up: the missed pushes that a client gets when it comes back. */
export const catchUp = group({
  /**
   * Time for which the changes of chats are kept for clients that are not connected, in milliseconds. Events of threads
   * are kept regardless. Default: 86,400,000 (24 h).
   */
  retentionMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
  /**
   * Number of changes of one chat that are kept. A client that missed more has to read the chat again. 0: no change is
   * kept. Default: 1,000.
   */
  changesPerChat: integer({ default: 1_000, minimum: 0, maximum: 10_000 }),
})

/** How long tokens, sign-ins and addresses stay valid. */
export const lifetimes = group({
  /** Lifetime of an access token of an agent or app, in seconds. Default: 28,800 (8 h). */
  accessTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 365 * daySeconds }),
  /** Lifetime of a sign-in, in seconds. Default: 43,200 (12 h). */
  signInSeconds: integer({ default: 43_200, minimum: 1, maximum: 30 * daySeconds }),
  /**
   * Lifetime of the address of a file sent by `send_file`, in seconds. Every response and push contains a fresh
   * address. Default: 86,400 (24 h).
   */
  fileUrlSeconds: integer({ default: daySeconds, minimum: 1, maximum: 365 * daySeconds }),
  /** Lifetime of a customer token, in seconds. Default: 28,800 (8 h). */
  customerTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 30 * daySeconds }),
})

/** Push notifications to agents who are away. Used only with the option `pushService`. */
export const notifications = group({
  /**
   * Minimum time between two push notifications to one agent about one chat, in milliseconds. What happens in between is
   * summed up in the next one. 0: no pause. Default: 10,000 (10 s).
   */
  intervalMs: integer({ default: 10_000, minimum: 0, maximum: 3_600_000 }),
  /** Maximum time of one call of the push service, in milliseconds. Default: 10,000 (10 s). */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 600_000 }),
  /**
   * Maximum number of calls of the push service at the same time. One license gets at most a quarter. Default: 32.
   */
  callCount: integer({ default: 32, minimum: 4, maximum: 1_000 }),
})

function relativePath(name: string) {
  const pattern = '^[\\w~-][\\w.~-]*(/[\\w~-][\\w.~-]*)*$'
  return Type.String({
    default: name,
    maxLength: 256,
    pattern,
    [formKeyword]: `a relative path such as ${name}`,
  })
}

const parts = group({
  /** Path of the Customer Chat API. Default: `customer`. */
  customer: relativePath('customer'),
  /** Path of the Agent Chat API. Default: `agent`. */
  agent: relativePath('agent'),
  /** Path of the Configuration API. Default: `configuration`. */
  configuration: relativePath('configuration'),
  /** Path of the authorization service, {auth_url}. Default: `auth`. */
  auth: relativePath('auth'),
  /** Path of files, {files_url}. Images, {image_cdn_base_url}, are at `images/` below it. Default: `files`. */
  files: relativePath('files'),
  /** Path of the health checks: `live` and `ready` below it, and the path itself. Default: `health`. */
  health: relativePath('health'),
})

function areApart(given: Static<typeof parts>): boolean {
  const paths = Object.values(given)
  const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`)
  return paths.every((path, at) => paths.every((other, otherAt) => at === otherAt || !isWithin(path, other)))
}

export const paths = Type.Refine(
  parts,
  areApart,
  () => 'must give each part a path of its own, none within another',
)

/** Removal of locations from uploaded photos. */
export const photos = group({
  /**
   * Which uploads lose the location where they were taken (GPS data in Exif and XMP of JPEG, PNG and WebP). `images`:
   * those of `upload_image`, which are public; `all`: those of `send_file` too; `none`. The rest of a file stays as it
   * is. Default: `images`.
   */
  removeLocation: Type.Enum(['images', 'all', 'none'], {
    default: 'images',
    [formKeyword]: '`images`, `all` or `none`',
  }),
})

const weekMs = 7 * 24 * hourMs

/** Assigns waiting threads to agents, and closes threads that stay silent. */
export const routing = group({
  /**
   * Whether Parley assigns waiting threads to agents (`automatic`), or agents pick them (`manual`) (decisions §7).
   * Default: `automatic`.
   */
  mode: Type.Enum(['automatic', 'manual'], {
    default: 'automatic',
    [formKeyword]: '`automatic` or `manual`',
  }),
  /**
   * Time without an event after which the users of a thread are notified, once, in milliseconds. 0: no notification.
   * Default: 1,200,000 (20 min).
   */
  idleAfterMs: integer({ default: 1_200_000, minimum: 0, maximum: weekMs }),
  /** Time without an event after which a thread is closed, in milliseconds. 0: never. Default: 3,600,000 (1 h). */
  closeAfterMs: integer({ default: hourMs, minimum: 0, maximum: weekMs }),
  /**
   * Function that decides which agent gets which thread, when `mode` is `automatic`. It sees the 50 threads that have
   * waited the longest; if it assigns none of them it sees the next 50, up to 1,000 (decisions §7). Default:
   * `defaultRoutingPolicy`.
   */
  policy: Type.Optional(
    Type.Refine(
      Type.Unsafe<RoutingPolicy>({ [formKeyword]: 'a function' }),
      (policy) => typeof policy === 'function',
      () => 'must be a function',
    ),
  ),
})

/** Real-time connections. */
export const rtm = group({
  /**
   * Time without a frame from the client after which a connection is closed, in milliseconds. Default: 60,000 (1 min).
   */
  inactivityTimeoutMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
  /** Frames on one connection, per second. Twice as many may arrive at the same moment. Default: 20. */
  messagesPerSecond: integer({ default: 20, minimum: 1, maximum: 1_000_000 }),
  /**
   * Maximum size of the unsent output of one connection, in bytes, without long responses. A connection that exceeds it
   * for a second is closed; eight times as much closes it immediately. Default: 4,194,304 (4 MiB).
   */
  bufferedBytes: integer({ default: 4_194_304, minimum: 65_536, maximum: 1_073_741_824 }),
  /**
   * Maximum size of the unsent output of all connections that have taken nothing for a second, in bytes. Beyond it such
   * connections are closed. Default: 268,435,456 (256 MiB).
   */
  stalledBytes: integer({ default: 256 * mebibyte, minimum: 65_536, maximum: 16_384 * mebibyte }),
  /** Maximum number of connections that have not logged in. Default: 5,000. */
  anonymousCount: integer({ default: 5_000, minimum: 1, maximum: 1_000_000 }),
  /** Maximum number of connections from one address that have not logged in. Default: 500. */
  anonymousPerAddressCount: integer({ default: 500, minimum: 1, maximum: 1_000_000 }),
  /** Maximum number of connections of one customer on this node. Default: 16. */
  connectionsPerCustomer: integer({ default: 16, minimum: 1, maximum: 10_000 }),
  /** Maximum number of connections of one agent on this node. Default: 64. */
  connectionsPerAgent: integer({ default: 64, minimum: 1, maximum: 10_000 }),
  /**
   * Time for which an agent still counts as logged in after the last connection ended, in milliseconds. 0: no grace
   * period. Default: 60,000 (1 min).
   */
  reconnectGraceMs: integer({ default: 60_000, minimum: 0, maximum: hourMs }),
  /**
   * Time between two renewals of the node's lease, in milliseconds. The lease lasts twice as long; when it expires,
   * other nodes count the agents on this node as gone. Without a bus there is no lease. Default: 1,000 (1 s).
   */
  leaseRenewalMs: integer({ default: 1_000, minimum: 100, maximum: 60_000 }),
})

/** How long the engine waits or remembers. */
export const timeouts = group({
  /** Maximum time for handling a request, in milliseconds. Default: 15,000 (15 s). */
  requestMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Maximum time for receiving a JSON body, in milliseconds. Default: 15,000 (15 s). */
  bodyMs: integer({ default: 15_000, minimum: 100, maximum: 600_000 }),
  /** Maximum time for receiving a request with a file, in milliseconds. Default: 120,000 (2 min). */
  uploadMs: integer({ default: 120_000, minimum: 100, maximum: 3_600_000 }),
  /** Maximum time that a customer waits for `geolocate`, in milliseconds. Default: 500. */
  geolocateMs: integer({ default: 500, minimum: 10, maximum: 10_000 }),
  /**
   * Maximum time that waiting threads wait for the result of `routing.policy`, in milliseconds. After it Parley assigns
   * them itself. Default: 1,000 (1 s).
   */
  routingPolicyMs: integer({ default: 1_000, minimum: 10, maximum: 10_000 }),
  /** Time for which the response to an idempotency key is remembered, in milliseconds. Default: 86,400,000 (24 h). */
  idempotencyMs: integer({ default: 24 * hourMs, minimum: 1_000, maximum: 30 * 24 * hourMs }),
})

const target = Type.Refine(
  Type.String(),
  (text) => parseRange(text) !== undefined || isHost(text),
  () => 'must be a host, an address or a network such as 10.0.0.0/8',
)

/**
 * Returns whether the text is a host as URLs write it, which is the form that it is compared with. Patterns are not
 * supported.
 */
function isHost(text: string): boolean {
  if (text.includes('*')) return false
  const url = `http://${text}/`
  return URL.canParse(url) && targetHost(new URL(url)) === text
}

/** Where webhooks may go, and how they are sent. */
export const webhooks = group({
  /**
   * Whether webhooks may call addresses that are not public, as in development (decisions §11). Default: `false`. In
   * production, name the addresses in `allowedTargets` instead.
   */
  allowPrivateTargets: Type.Boolean({ default: false, [formKeyword]: '`true` or `false`' }),
  /**
   * Hosts, addresses and networks that webhooks may call although they are not public, e.g. `['hooks.internal',
   * '10.0.0.0/8']`. A host is allowed regardless of the address that it resolves to. Default: none.
   */
  allowedTargets: Type.Immutable(
    Type.Array(target, { default: [], [formKeyword]: 'hosts, addresses and networks' }),
  ),
  /** Maximum time of one request to a webhook, including its response, in milliseconds. Default: 10,000 (10 s). */
  timeoutMs: integer({ default: 10_000, minimum: 100, maximum: 60_000 }),
  /**
   * Maximum number of requests to webhooks at the same time. One license gets at most a quarter, and all destinations
   * whose last delivery failed get at most half. 0: this node sends no webhooks and leaves them to other nodes.
   * Default: 512.
   */
  deliveryCount: integer({ default: 512, minimum: 0, maximum: 10_000 }),
  /**
   * Maximum size of the deliveries of one license that wait or were given up, in bytes. Beyond it the oldest dead
   * letters are dropped, then deliveries that wait for disabled webhooks; then the webhook with the most waiting
   * deliveries is disabled, and these are dropped. Default: 268,435,456 (256 MiB).
   */
  storedBytesPerLicense: integer({
    default: 256 * mebibyte,
    minimum: mebibyte,
    maximum: 1_048_576 * mebibyte,
  }),
  /** Time for which dead letters are kept, in milliseconds. Default: 2,592,000,000 (30 days). */
  failedMs: integer({ default: 30 * dayMs, minimum: 1_000, maximum: 365 * dayMs }),
})
