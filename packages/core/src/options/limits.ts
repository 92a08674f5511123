import { contractLimits as defaults } from '../contract/limits.js'
import { countOrInfinity, group, type IntegerOption, integer, mebibyte } from './values.js'

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

/** The limits of requests that a host can change. The others are constants. */
export const contractLimitNames = [
  'eventTextLength',
  'formFieldCount',
  'richMessageElementCount',
  'richMessageButtonCount',
  'customerFieldCount',
  'customerFieldValueLength',
  'propertyValueLength',
] as const satisfies readonly (keyof typeof defaults)[]

/** Derived from `typeof defaults`, so that editors show the comments of the limits. */
type ContractLimitOptions = Pick<
  { [L in keyof typeof defaults]: IntegerOption },
  (typeof contractLimitNames)[number]
>

/** Limits on the texts, lists and maps of a request. */
export const contractLimits = group(
  Object.fromEntries(
    contractLimitNames.map((name) => [
      name,
      integer({ default: defaults[name], minimum: 1, maximum: 16_777_216 }),
    ]),
  ) as ContractLimitOptions,
)

function perSecond(count: number) {
  return integer({ default: count, minimum: 1, maximum: 1_000_000 })
}

function bytesPerSecond(count: number) {
  return integer({ default: count, minimum: 65_536, maximum: 1_048_576 * mebibyte })
}

/** Rate limits of one caller or one address. Each node counts on its own. */
export const rates = group({
  /** HTTP requests of a customer, per second. Twice as many may arrive at the same moment. Default: 20. */
  customerRequestsPerSecond: perSecond(20),
  /** HTTP requests of an agent, per second. Twice as many may arrive at the same moment. Default: 50. */
  agentRequestsPerSecond: perSecond(50),
  /**
   * HTTP requests of a server-side app and its bots for one agent, per second. Twice as many may arrive at the same
   * moment. Default: 500.
   */
  appRequestsPerSecond: perSecond(500),
  /**
   * Bytes of request bodies of at least 2 KiB of a customer, per second. Eight seconds' worth may arrive at the same moment.
   * Default: 524,288 (512 KiB).
   */
  customerRequestBytesPerSecond: bytesPerSecond(524_288),
  /**
   * Bytes of request bodies of at least 2 KiB of an agent, per second. Eight seconds' worth may arrive at the same moment.
   * Default: 2,097,152 (2 MiB).
   */
  agentRequestBytesPerSecond: bytesPerSecond(2 * mebibyte),
  /**
   * Bytes of request bodies of at least 2 KiB of a server-side app, per second. Eight seconds' worth may arrive at the same moment.
   * Default: 8,388,608 (8 MiB).
   */
  appRequestBytesPerSecond: bytesPerSecond(8 * mebibyte),
  /**
   * Bytes of files that a customer uploads, per second. 64 seconds' worth may arrive at the same moment.
   * Default: 1,048,576 (1 MiB).
   */
  customerUploadBytesPerSecond: bytesPerSecond(mebibyte),
  /**
   * Bytes of files that an agent uploads, per second. 64 seconds' worth may arrive at the same moment.
   * Default: 4,194,304 (4 MiB).
   */
  agentUploadBytesPerSecond: bytesPerSecond(4 * mebibyte),
  /**
   * Bytes of files that a server-side app uploads, per second. 64 seconds' worth may arrive at the same moment.
   * Default: 16,777,216 (16 MiB).
   */
  appUploadBytesPerSecond: bytesPerSecond(16 * mebibyte),
  /**
   * Bytes of responses to a customer, per second. Eight seconds' worth may be sent at the same moment.
   * Default: 2,097,152 (2 MiB).
   */
  customerResponseBytesPerSecond: bytesPerSecond(2 * mebibyte),
  /**
   * Bytes of responses to an agent, per second. Eight seconds' worth may be sent at the same moment.
   * Default: 8,388,608 (8 MiB).
   */
  agentResponseBytesPerSecond: bytesPerSecond(8 * mebibyte),
  /**
   * Bytes of responses to a server-side app, per second. Eight seconds' worth may be sent at the same moment.
   * Default: 33,554,432 (32 MiB).
   */
  appResponseBytesPerSecond: bytesPerSecond(32 * mebibyte),
  /**
   * Bytes of the pushes that a customer causes, all receivers together, per second. Four seconds' worth may be sent at
   * the same moment. Default: 16,777,216 (16 MiB).
   */
  customerPushBytesPerSecond: bytesPerSecond(16 * mebibyte),
  /**
   * Bytes of the pushes that an agent causes, all receivers together, per second. Four seconds' worth may be sent at
   * the same moment. Default: 67,108,864 (64 MiB).
   */
  agentPushBytesPerSecond: bytesPerSecond(64 * mebibyte),
  /**
   * Bytes of the pushes that a server-side app causes, all receivers together, per second. Four seconds' worth may be
   * sent at the same moment. Default: 268,435,456 (256 MiB).
   */
  appPushBytesPerSecond: bytesPerSecond(256 * mebibyte),
  /**
   * Multicasts of one caller, per second. Five seconds' worth may arrive at the same moment; in-process calls do not
   * count. Default: 1.
   */
  multicastsPerSecond: perSecond(1),
  /**
   * Postbacks of one customer, per second. Each stores its whole rich message again. Four seconds' worth may arrive at
   * the same moment; in-process calls do not count. Default: 5.
   */
  postbacksPerSecond: perSecond(5),
  /**
   * Configuration changes of one caller, per second. Every node reads the configuration again after each. Ten seconds'
   * worth may arrive at the same moment; in-process calls do not count. Default: 5.
   */
  configurationsPerSecond: perSecond(5),
  /**
   * Configuration changes of all callers of a license, per second. Ten seconds' worth may arrive at the same moment.
   * Default: 10.
   */
  licenseConfigurationsPerSecond: perSecond(10),
  /**
   * Requests with an invalid token from one address, per second. Twice as many may arrive at the same moment. Default:
   * 20.
   */
  failedAuthenticationsPerSecond: perSecond(20),
})
