/** The last bytes of what passes by. */
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
    // A copy: the chunk is a part of a greater piece of memory.
    const part = Buffer.from(chunk.subarray(-this.#maxBytes))
    this.#parts.push(part)
    this.#bytes += part.length
    // Joined now and then, for many small chunks are dear to keep.
    if (this.#bytes < 2 * this.#maxBytes && this.#parts.length < 1_024) return
    this.#parts = [Buffer.from(this.bytes)]
    this.#bytes = this.#parts[0]?.length ?? 0
  }
}
