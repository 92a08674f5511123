import { invalid, type ParleyError } from '../../errors.js'

/**
 * Number of chunks of any size that a body may have. Beyond it the chunks must have a minimum average size, because
 * each costs as much as some hundred bytes.
 */
const freeChunks = 1_000
const minChunkBytes = 64

/**
 * Returns the error that refuses a body of too many small chunks, or `undefined` when it may continue. Used by
 * adapters.
 */
export function findChunksError(count: number, bytes: number): ParleyError | undefined {
  if (count <= freeChunks || bytes >= count * minChunkBytes) return undefined
  return invalid({ path: 'request', rule: 'too_many' }, 'the body comes in too many small chunks')
}
