import { createHash } from 'node:crypto'
import type { FileRange, Files } from '@parley/core/ports'

/** Keys as the engine makes them. */
export function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** Bytes of which no two places look alike. */
export function bytesOf(length: number, seed = 1): Uint8Array {
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

/** A source that fails after so many bytes. */
export class FailingSource implements AsyncIterable<Uint8Array> {
  readonly #bytes: number

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* inChunks(bytesOf(this.#bytes))
    throw new Error('the source of a case failed')
  }
}
