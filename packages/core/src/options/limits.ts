import { countOrInfinity } from './count-or-infinity.js'
import { group } from './group.js'
import { integer } from './integer.js'
import { mebibyte } from './units.js'

/** Limits on what one request may bring, one license may hold, and one node may do at the same time. */
export const limits = group({
  /** Maximum size of a JSON body or a real-time frame, in bytes. Default: 262,144 (256 KiB). */
  bodyBytes: integer({ default: 262_144, minimum: 1_024, maximum: 16_777_216 }),
  /** Maximum size of the `content` of a custom event, as JSON, in bytes. Default: 65,536 (64 KiB). */
  customContentBytes: integer({ default: 65_536, minimum: 1_024, maximum: 1_048_576 }),
  /** Maximum size of all properties of one chat, thread or event, as JSON, in bytes. Default: 16,384 (16 KiB). */
  propertiesBytes: integer({ default: 16_384, minimum: 256, maximum: 1_048_576 }),
  /** Maximum number of properties that a license defines, in all namespaces together. Default: 1,000. */
  propertiesPerLicense: integer({ default: 1_000, minimum: 1, maximum: 10_000 }),
  /** Maximum number of bots that one app owns in a license. Default: 100. */
  botsPerApp: integer({ default: 100, minimum: 1, maximum: 1_000 }),
  /** Maximum number of bots of a license, all apps together. Default: 1,000. */
  botsPerLicense: integer({ default: 1_000, minimum: 1, maximum: 1_000 }),
  /** Maximum number of webhooks that one app owns in a license. Default: 50. */
  webhooksPerApp: integer({ default: 50, minimum: 1, maximum: 1_000 }),
  /** Maximum number of webhooks of a license, all apps together. Default: 200. */
  webhooksPerLicense: integer({ default: 200, minimum: 1, maximum: 1_000 }),
  /**
   * Maximum size of the configuration of a license (properties, automatic chat scopes, webhooks and bots together), in
   * bytes. Every node keeps it in memory for the licenses that it serves. Default: 2,097,152 (2 MiB).
   */
  configurationBytes: integer({ default: 2 * mebibyte, minimum: 65_536, maximum: 64 * mebibyte }),
  /** Maximum number of automatic chat scopes of a license. Default: 200. */
  autoChatScopesPerLicense: integer({ default: 200, minimum: 1, maximum: 10_000 }),
  /** Maximum number of chats of one customer (decisions §6.2). `Infinity`: no limit. Default: `Infinity`. */
  chatsPerCustomer: countOrInfinity,
  /** Maximum number of members of one chat at the same time. Default: 50. */
  membersPerChat: integer({ default: 50, minimum: 1, maximum: 1_000 }),
  /**
   * Maximum size of what a customer's pages and apps said about the customer, as JSON, in bytes: name, e-mail address,
   * fields and last page. Default: 16,384 (16 KiB).
   */
  customerBytes: integer({ default: 16_384, minimum: 1_024, maximum: mebibyte }),
  /** Number of visited pages that are kept of a visit. Older pages are dropped. Default: 20. */
  visitPageCount: integer({ default: 20, minimum: 1, maximum: 1_000 }),
  /**
   * Maximum number of events of one thread. The next event closes the thread and starts another; a request that starts
   * a thread with more events fails. Default: 10,000.
   */
  threadEvents: integer({ default: 10_000, minimum: 1, maximum: 100_000 }),
  /** Maximum number of refresh tokens that one app holds for one agent. A new one replaces the oldest. Default: 25. */
  refreshTokensPerAgent: integer({ default: 25, minimum: 1, maximum: 1_000 }),
  /**
   * Maximum number of devices of one agent for push notifications. A new device replaces the one that has been silent
   * the longest. Default: 20.
   */
  devicesPerAgent: integer({ default: 20, minimum: 1, maximum: 1_000 }),
  /** Maximum number of failed sign-ins for one account in 15 minutes, on all nodes together. Default: 10. */
  signInsPerAccount: integer({ default: 10, minimum: 1, maximum: 10_000 }),
  /** Maximum number of failed sign-ins from one address in 15 minutes, on all nodes together. Default: 30. */
  signInsPerAddress: integer({ default: 30, minimum: 1, maximum: 100_000 }),
  /** Cost of a password hash: binary logarithm of the parameter N of scrypt. Default: 17. */
  passwordCostLog2: integer({ default: 17, minimum: 10, maximum: 20 }),
  /**
   * Maximum number of calls of `geolocate` at the same time. While all are running, further customers get no
   * geolocation. Default: 32.
   */
  geolocateCallCount: integer({ default: 32, minimum: 1, maximum: 10_000 }),
  /**
   * Maximum size of all responses of at least 64 KiB that are being sent at the same time, in bytes. One caller or
   * address gets at most an eighth. Default: 100,663,296 (96 MiB).
   */
  responseBytes: integer({ default: 96 * mebibyte, minimum: mebibyte, maximum: 16_384 * mebibyte }),
  /**
   * Maximum size of all request bodies that are being received at the same time, without the first 16 KiB of each, in
   * bytes. One address gets at most an eighth. Default: 67,108,864 (64 MiB).
   */
  requestBytes: integer({ default: 64 * mebibyte, minimum: mebibyte, maximum: 16_384 * mebibyte }),
  /** Maximum size of one uploaded file, in bytes. Default: 10,485,760 (10 MiB). */
  fileBytes: integer({ default: 10 * mebibyte, minimum: 1_024, maximum: 1_024 * mebibyte }),
  /** Maximum number of files that a customer uploads in 24 hours, on all nodes together. Default: 100. */
  filesPerCustomer: integer({ default: 100, minimum: 1, maximum: 100_000 }),
  /** Maximum number of files that an agent uploads in 24 hours, on all nodes together. Default: 1,000. */
  filesPerAgent: integer({ default: 1_000, minimum: 1, maximum: 100_000 }),
  /**
   * Maximum number of files that a server-side app uploads for one agent in 24 hours, on all nodes. Default: 10,000.
   */
  filesPerApp: integer({ default: 10_000, minimum: 1, maximum: 100_000 }),
  /** Maximum number of uploads at the same time. One address gets at most a quarter. Default: 256. */
  uploadCount: integer({ default: 256, minimum: 4, maximum: 65_536 }),
  /** Maximum number of uploads of one caller at the same time. Default: 8. */
  uploadsPerCaller: integer({ default: 8, minimum: 1, maximum: 65_536 }),
  /** Maximum number of downloads at the same time. One address gets at most a quarter. Default: 1,024. */
  downloadCount: integer({ default: 1_024, minimum: 4, maximum: 65_536 }),
})
