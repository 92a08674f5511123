import type { BodySource } from './http.js'

/**
 * Time without a byte taken after which a client counts as stalled. Operating systems release data for slow clients
 * some hundred kilobytes at a time, so a steady reader may seem to take nothing for half a minute.
 */
export const stalledMs = 40_000

/** Reads the source of a response body, and ends the source when it is not read to its end. */
export class SourceReader {
  readonly #chunks: AsyncIterable<Uint8Array>
  #iterator: AsyncIterator<Uint8Array> | undefined
  #missingBytes: number | undefined
  #isOver = false

  constructor({ chunks, length }: BodySource) {
    this.#chunks = chunks
    this.#missingBytes = length
  }

  /**
   * Returns the next chunk, or `undefined` at the end. Rejects when the source fails or has another length than
   * announced.
   */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = await this.#take()
    if (this.#missingBytes === undefined) return chunk
    this.#missingBytes -= chunk?.length ?? 0
    const isWrong = chunk === undefined ? this.#missingBytes > 0 : this.#missingBytes < 0
    if (!isWrong) return chunk
    this.cancel()
    throw new Error('A response body is not as long as it was announced')
  }

  /** Ends the source, because nobody reads it any longer. Does nothing when the source has ended or failed. */
  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    // Ignores failures, because no response depends on the source any longer.
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

  /** Begins the source late, so that a source that fails to begin fails like one that fails later. */
  #begun(): AsyncIterator<Uint8Array> {
    this.#iterator ??= this.#chunks[Symbol.asyncIterator]()
    return this.#iterator
  }
}
