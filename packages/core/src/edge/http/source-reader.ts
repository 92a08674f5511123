import type { BodySource } from './http.js'

/**
 * No byte taken for so long: the client does not read its answer. A system lets go of what it has for a slow client some
 * hundred kilobytes at a time, so that a steady reader may seem to take nothing for half a minute.
 */
export const stalledMs = 40_000

/** Reads the source of a response body, and ends it where it does not end by itself. */
export class SourceReader {
  readonly #chunks: AsyncIterable<Uint8Array>
  #iterator: AsyncIterator<Uint8Array> | undefined
  #missingBytes: number | undefined
  #isOver = false

  constructor({ chunks, length }: BodySource) {
    this.#chunks = chunks
    this.#missingBytes = length
  }

  /** The next chunk; `undefined` at the end. Rejects where the source fails, or is not as long as it said. */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = await this.#take()
    if (this.#missingBytes === undefined) return chunk
    this.#missingBytes -= chunk?.length ?? 0
    const isWrong = chunk === undefined ? this.#missingBytes > 0 : this.#missingBytes < 0
    if (!isWrong) return chunk
    this.cancel()
    throw new Error('A response body is not as long as it was announced')
  }

  /** Nobody takes more of it. Does nothing once the source has ended or failed. */
  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    // Whatever goes wrong at the end of a source concerns no answer any more.
    this.#end().catch(() => undefined)
  }

  async #take(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#begun().next()
      if (done !== true) return value
      this.#isOver = true
      return undefined
    } catch (cause) {
      this.#isOver = true
      throw cause
    }
  }

  async #end(): Promise<void> {
    await this.#begun().return?.()
  }

  /** Not in the constructor: a source that cannot even begin fails like one that fails later. */
  #begun(): AsyncIterator<Uint8Array> {
    this.#iterator ??= this.#chunks[Symbol.asyncIterator]()
    return this.#iterator
  }
}
