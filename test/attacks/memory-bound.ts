import { resolveSettings } from '../../packages/core/src/settings.js'

const mebibyte = 1_048_576

/** The options that the memory limit is computed from, by their names. */
export interface MemoryOptions {
  readonly responseBytes: number
  readonly requestBytes: number
  readonly bodyBytes: number
  readonly stalledBytes: number
  readonly anonymousCount: number
  readonly anonymousFrameBytes: number
  readonly identityCount: number
  readonly chatHeadCount: number
  readonly passwordCostLog2: number
  readonly uploadCount: number
  readonly downloadCount: number
}

/** Memory in bytes of Node.js, the program, and the garbage that ordinary work leaves. */
const baseBytes = 384 * mebibyte
/**
 * Number of copies of a long response or body in memory: as text, as bytes, and as garbage that is not collected yet.
 */
const copyCount = 3
/** Memory in bytes of a socket with its parsers and timers. */
const connectionBytes = 32_768
const identityBytes = 1_024
const chatHeadBytes = 4_096
/** Memory in bytes of one upload: the inspected beginning of the file, and the data on the way to its storage. */
const uploadBytes = 524_288
/** Memory in bytes of one download: the data on the way to the client. */
const downloadBytes = 131_072
const passwordsAtOnce = 2
/** Memory in bytes that scrypt needs per unit of its cost N. It takes 128 · r · N bytes, and r is 8. */
const passwordBytesPerStep = 1_024

/**
 * Returns the maximum resident memory of a node in bytes under any load, with the given number of logged-in
 * connections. The cache of the storage is not included.
 */
export function memoryBound(options: MemoryOptions, loggedInCount: number): number {
  const { responseBytes, requestBytes, bodyBytes, stalledBytes, passwordCostLog2 } = options
  const { anonymousCount, anonymousFrameBytes, identityCount, chatHeadCount } = options
  const files = options.uploadCount * uploadBytes + options.downloadCount * downloadBytes
  const budgets = copyCount * (responseBytes + requestBytes) + stalledBytes
  // Each connection before login may have sent almost a complete frame.
  const anonymous = anonymousCount * (connectionBytes + anonymousFrameBytes)
  const loggedIn = loggedInCount * (connectionBytes + bodyBytes)
  const caches = identityCount * identityBytes + chatHeadCount * chatHeadBytes
  const passwords = passwordsAtOnce * passwordBytesPerStep * 2 ** passwordCostLog2
  return baseBytes + budgets + anonymous + loggedIn + caches + passwords + files
}

const { limits, rtm, caches } = resolveSettings({})

export const defaultMemoryOptions: MemoryOptions = {
  responseBytes: limits.responseBytes,
  requestBytes: limits.requestBytes,
  bodyBytes: limits.bodyBytes,
  stalledBytes: rtm.stalledBytes,
  anonymousCount: rtm.anonymousCount,
  anonymousFrameBytes: rtm.anonymousFrameBytes,
  identityCount: caches.identityCount,
  chatHeadCount: caches.chatHeadCount,
  passwordCostLog2: limits.passwordCostLog2,
  uploadCount: limits.uploadCount,
  downloadCount: limits.downloadCount,
}
