import { createHash } from 'node:crypto'
import type { FileRange, Files } from '@parley/core/ports'

/** Returns a file key in the format that the engine uses. */
export function toFileKey(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** Returns pseudo-random bytes, so that a wrong offset or order of chunks shows up. */
export function createBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

export async function* inChunks(bytes: Uint8Array, chunkBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

export async function readAll(files: Files, key: string, range: FileRange): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of files.read(key, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A byte source that fails after the given number of bytes. */
export class FailingSource implements AsyncIterable<Uint8Array> {
  readonly #bytes: number

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* inChunks(createBytes(this.#bytes))
    throw new Error('the source of a case failed')
  }
}
