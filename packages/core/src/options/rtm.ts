import { group } from './group.js'
import { integer } from './integer.js'
import { hourMs, mebibyte } from './units.js'

export const rtm = group({
  /** From the connection to its login. */
  loginTimeoutMs: integer({ default: 30_000, minimum: 100, maximum: 600_000 }),
  /** Silence of a client. */
  inactivityTimeoutMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
  /** After so long the token of a connection is looked up again, in case its end was not heard of. */
  identityCheckMs: integer({ default: 60_000, minimum: 1_000, maximum: hourMs }),
  /** Requests under way on a connection. */
  inFlightCount: integer({ default: 10, minimum: 1, maximum: 1_000 }),
  /** Messages on a connection, in the long run. */
  messagesPerSecond: integer({ default: 20, minimum: 1, maximum: 1_000_000 }),
  /** Messages at once on a connection. */
  messageBurstCount: integer({ default: 40, minimum: 1, maximum: 1_000_000 }),
  /** Unsent output of a connection. */
  bufferedBytes: integer({ default: 4_194_304, minimum: 65_536, maximum: 1_073_741_824 }),
  /** Output that is unsent, and of which nothing is taken. */
  stalledMs: integer({ default: 10_000, minimum: 1_000, maximum: 600_000 }),
  /** Unsent output of all connections that have taken nothing for a second. */
  stalledBytes: integer({ default: 256 * mebibyte, minimum: 65_536, maximum: 16_384 * mebibyte }),
  /** Connections that have not logged in. */
  anonymousCount: integer({ default: 5_000, minimum: 1, maximum: 1_000_000 }),
  /** Connections from one address that have not logged in. */
  anonymousPerAddressCount: integer({ default: 500, minimum: 1, maximum: 1_000_000 }),
  /** Frame on a connection that has not logged in. */
  anonymousFrameBytes: integer({ default: 65_536, minimum: 1_024, maximum: 16_777_216 }),
  /** Messages on a connection that has not logged in; twice as many at once. */
  anonymousMessagesPerSecond: integer({ default: 5, minimum: 1, maximum: 1_000_000 }),
  /** Connections of one customer. */
  connectionsPerCustomer: integer({ default: 16, minimum: 1, maximum: 10_000 }),
  /** Connections of one agent. */
  connectionsPerAgent: integer({ default: 64, minimum: 1, maximum: 10_000 }),
  /** An agent counts as logged in after the last connection; 0: not at all. */
  reconnectGraceMs: integer({ default: 60_000, minimum: 0, maximum: hourMs }),
  /** Renewal of a node’s lease, which lasts twice as long; agents on a node without one count as gone. Without a bus it is not renewed. */
  leaseRenewalMs: integer({ default: 1_000, minimum: 100, maximum: 60_000 }),
})
