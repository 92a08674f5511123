/** Keeps the last bytes of a stream. */
export class Tail {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts).subarray(-this.#maxBytes)
  }

  add(chunk: Buffer): void {
    // Copied, because the chunk is a view of a larger buffer.
    const part = Buffer.from(chunk.subarray(-this.#maxBytes))
    this.#parts.push(part)
    this.#bytes += part.length
    // The parts are joined from time to time, because many small ones waste memory.
    if (this.#bytes < 2 * this.#maxBytes && this.#parts.length < 1_024) return
    this.#parts = [Buffer.from(this.bytes)]
    this.#bytes = this.#parts[0]?.length ?? 0
  }
}
