const noBytes = new Uint8Array(0)

/**
 * Frames that are written together. Sockets that are sent the same frames in the same order share a batch, so the bytes
 * are joined once for all of them.
 */
export class Batch {
  readonly byteLength: number
  readonly #before: Batch | undefined
  readonly #frame: Uint8Array
  #next: Batch | undefined
  #bytes: Uint8Array | undefined

  private constructor(before: Batch | undefined, frame: Uint8Array) {
    this.byteLength = (before?.byteLength ?? 0) + frame.length
    this.#before = before
    this.#frame = frame
  }

  static empty(): Batch {
    return new Batch(undefined, noBytes)
  }

  /** Returns a batch of these frames followed by `frame`. */
  with(frame: Uint8Array): Batch {
    // It is enough to remember the latest one, because a push goes to one socket after the other.
    const next = this.#next
    if (next !== undefined && next.#frame === frame) return next
    this.#next = new Batch(this, frame)
    return this.#next
  }

  /** The longest batch that grew from this one most recently. It changes as soon as another frame is added. */
  get latest(): Batch {
    let latest: Batch = this
    while (latest.#next !== undefined) latest = latest.#next
    return latest
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.byteLength === this.#frame.length ? this.#frame : this.#joined()
    return this.#bytes
  }

  #joined(): Uint8Array {
    const bytes = Buffer.allocUnsafe(this.byteLength)
    let end = this.byteLength
    for (let batch: Batch | undefined = this; batch !== undefined; batch = batch.#before) {
      end -= batch.#frame.length
      bytes.set(batch.#frame, end)
    }
    return bytes
  }
}
