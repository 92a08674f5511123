import { numericOptions } from '../../packages/core/src/options.js'

const mebibyte = 1_048_576

/** What the bound depends on, by the names of the options. */
export interface MemoryOptions {
  readonly answeringBytes: number
  readonly receivingBytes: number
  readonly stalledBytes: number
  readonly anonymousCount: number
  readonly anonymousFrameBytes: number
  readonly identityCount: number
  readonly chatHeadCount: number
  readonly passwordCostLog2: number
}

/** Node.js, the program, and what an ordinary day needs. */
const baseBytes = 384 * mebibyte
/** A long answer or body is there as text and as bytes, and once more until the collector comes. */
const copyCount = 3
/** A socket with its timers and parsers. */
const connectionBytes = 32_768
/** Partly read frames: of all connections that have not logged in, as many as one address may have hold a whole one. */
const identityBytes = 1_024
const chatHeadBytes = 4_096
const passwordsAtOnce = 2
/** Scrypt with r = 8: 128 r N. */
const passwordBlockBytes = 1_024

/** The most resident memory of a node, in bytes, whatever is asked of it; without what its storage takes. */
export function memoryBound(options: MemoryOptions): number {
  const { answeringBytes, receivingBytes, stalledBytes, anonymousCount, anonymousFrameBytes } = options
  const { identityCount, chatHeadCount, passwordCostLog2 } = options
  const long = copyCount * (answeringBytes + receivingBytes) + stalledBytes
  const connections = anonymousCount * (connectionBytes + anonymousFrameBytes)
  const caches = identityCount * identityBytes + chatHeadCount * chatHeadBytes
  const passwords = passwordsAtOnce * passwordBlockBytes * 2 ** passwordCostLog2
  return baseBytes + long + connections + caches + passwords
}

const { limits, rtm, caches } = numericOptions

/** With every option at its default. */
export const defaultMemoryBound = memoryBound({
  answeringBytes: limits.answeringBytes.default,
  receivingBytes: limits.receivingBytes.default,
  stalledBytes: rtm.stalledBytes.default,
  anonymousCount: rtm.anonymousCount.default,
  anonymousFrameBytes: rtm.anonymousFrameBytes.default,
  identityCount: caches.identityCount.default,
  chatHeadCount: caches.chatHeadCount.default,
  passwordCostLog2: limits.passwordCostLog2.default,
})
