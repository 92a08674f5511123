import { invalid, type ParleyError } from '../../errors.js'

/** Each chunk costs as much as some hundred bytes. After so many they must be longer than that on average. */
const freeChunks = 1_000
const minChunkBytes = 64

/** Why a body that has come in so many chunks is not read on; `undefined`: it may go on. For adapters. */
export function refusalOfChunks(count: number, bytes: number): ParleyError | undefined {
  if (count <= freeChunks || bytes >= count * minChunkBytes) return undefined
  return invalid({ path: 'request', rule: 'too_many' }, 'the body comes in too many small chunks')
}
