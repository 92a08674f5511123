import { resolveSettings } from '../../packages/core/src/settings.js'

const mebibyte = 1_048_576

/** What the bound depends on, by the names of the options. */
export interface MemoryOptions {
  readonly answeringBytes: number
  readonly receivingBytes: number
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

/** Node.js, the program, and what ordinary work leaves for the collector. */
const baseBytes = 384 * mebibyte
/** A long answer or body is there as text and as bytes, and once more until the collector comes. */
const copyCount = 3
/** A socket with its parsers and timers. */
const connectionBytes = 32_768
const identityBytes = 1_024
const chatHeadBytes = 4_096
/** The beginning of a file, which is looked at, and what is on its way to its place. */
const uploadBytes = 524_288
/** What is on its way to who takes it. */
const downloadBytes = 131_072
const passwordsAtOnce = 2
/** Scrypt with r = 8 takes 128 r N. */
const passwordBytesPerStep = 1_024

/**
 * The most resident memory of a node in bytes, whatever is asked of it, with that many connections that are logged in.
 * Without the cache of the storage.
 */
export function memoryBound(options: MemoryOptions, loggedInCount: number): number {
  const { answeringBytes, receivingBytes, bodyBytes, stalledBytes, passwordCostLog2 } = options
  const { anonymousCount, anonymousFrameBytes, identityCount, chatHeadCount } = options
  const files = options.uploadCount * uploadBytes + options.downloadCount * downloadBytes
  const budgets = copyCount * (answeringBytes + receivingBytes) + stalledBytes
  // Each may have sent nearly all of a frame.
  const anonymous = anonymousCount * (connectionBytes + anonymousFrameBytes)
  const loggedIn = loggedInCount * (connectionBytes + bodyBytes)
  const caches = identityCount * identityBytes + chatHeadCount * chatHeadBytes
  const passwords = passwordsAtOnce * passwordBytesPerStep * 2 ** passwordCostLog2
  return baseBytes + budgets + anonymous + loggedIn + caches + passwords + files
}

const { limits, rtm, caches } = resolveSettings({})

export const defaultMemoryOptions: MemoryOptions = {
  answeringBytes: limits.answeringBytes,
  receivingBytes: limits.receivingBytes,
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
