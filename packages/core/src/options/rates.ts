import { group } from './group.js'
import { integer } from './integer.js'
import { mebibyte } from './units.js'

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
