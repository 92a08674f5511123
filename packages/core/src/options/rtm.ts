import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs, mebibyte } from './units.js'

/** Real-time connections. */
export const rtm = group({
  /**
   * Time without a frame from the client after which a connection is closed, in milliseconds. Default: 60,000 (1 min).
   */
  inactivityTimeoutMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
  /** Frames on one connection, per second. Twice as many may arrive at the same moment. Default: 20. */
  messagesPerSecond: integer({ default: 20, minimum: 1, maximum: 1_000_000 }),
  /**
   * Maximum size of the unsent output of one connection, in bytes. A connection that exceeds it is closed.
   * Default: 4,194,304 (4 MiB).
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
