import { group } from './group.js'
import { integer } from './integer.js'
import { mebibyte } from './units.js'

function perSecond(count: number) {
  return integer({ default: count, minimum: 1, maximum: 1_000_000 })
}

function bytesPerSecond(count: number) {
  return integer({ default: count, minimum: 65_536, maximum: 1_048_576 * mebibyte })
}

export const rates = group({
  /** Requests of a customer over HTTP. */
  customerRequestsPerSecond: perSecond(20),
  /** Requests at once of a customer over HTTP. */
  customerRequestBurstCount: perSecond(40),
  /** Requests of an agent over HTTP. */
  agentRequestsPerSecond: perSecond(50),
  /** Requests at once of an agent over HTTP. */
  agentRequestBurstCount: perSecond(100),
  /** Requests of a server-side app, bots included, for one agent over HTTP. */
  appRequestsPerSecond: perSecond(500),
  /** Requests at once of a server-side app for one agent over HTTP. */
  appRequestBurstCount: perSecond(1_000),
  /** Long requests of a customer; eight seconds’ worth at once. */
  customerReceivedBytesPerSecond: bytesPerSecond(524_288),
  /** Long requests of an agent; eight seconds’ worth at once. */
  agentReceivedBytesPerSecond: bytesPerSecond(2 * mebibyte),
  /** Long requests of a server-side app; eight seconds’ worth at once. */
  appReceivedBytesPerSecond: bytesPerSecond(8 * mebibyte),
  /** Files of a customer; 64 seconds’ worth at once. */
  customerUploadedBytesPerSecond: bytesPerSecond(mebibyte),
  /** Files of an agent; 64 seconds’ worth at once. */
  agentUploadedBytesPerSecond: bytesPerSecond(4 * mebibyte),
  /** Files of a server-side app; 64 seconds’ worth at once. */
  appUploadedBytesPerSecond: bytesPerSecond(16 * mebibyte),
  /** Answers to a customer; eight seconds’ worth at once. */
  customerAnsweredBytesPerSecond: bytesPerSecond(2 * mebibyte),
  /** Answers to an agent; eight seconds’ worth at once. */
  agentAnsweredBytesPerSecond: bytesPerSecond(8 * mebibyte),
  /** Answers to a server-side app; eight seconds’ worth at once. */
  appAnsweredBytesPerSecond: bytesPerSecond(32 * mebibyte),
  /** Pushes that a customer causes, to all who get them; four seconds’ worth at once. */
  customerPushedBytesPerSecond: bytesPerSecond(16 * mebibyte),
  /** Pushes that an agent causes, to all who get them; four seconds’ worth at once. */
  agentPushedBytesPerSecond: bytesPerSecond(64 * mebibyte),
  /** Pushes that a server-side app causes, to all who get them; four seconds’ worth at once. */
  appPushedBytesPerSecond: bytesPerSecond(256 * mebibyte),
  /** Multicasts of one caller; those in process do not count. */
  multicastsPerSecond: perSecond(1),
  /** Multicasts at once of one caller. */
  multicastBurstCount: perSecond(5),
  /** Postbacks of one customer, each of which stores its whole rich message anew; those in process do not count. */
  postbacksPerSecond: perSecond(5),
  /** Postbacks at once of one customer. */
  postbackBurstCount: perSecond(20),
  /** Changes by one caller of what a license has configured, each of which every node reads anew; those in process do not count. */
  configurationsPerSecond: perSecond(5),
  /** Changes at once by one caller. */
  configurationBurstCount: perSecond(50),
  /** The same by all callers of a license together. */
  licenseConfigurationsPerSecond: perSecond(10),
  /** Changes at once by all callers of a license. */
  licenseConfigurationBurstCount: perSecond(100),
  /** Long messages from one address before login; eight seconds’ worth at once. */
  anonymousReceivedBytesPerSecond: bytesPerSecond(262_144),
  /** Requests with a bad token from one address; twice as many at once. */
  failedAuthenticationsPerSecond: perSecond(20),
})
