import type { Duplex } from 'node:stream'

/** Maximum number of chunks that a frame may arrive in. Each costs memory in addition to its bytes. */
const MAX_CHUNKS = 256
/** Extra bytes allowed per frame: one read may also contain other frames and the header of this one. */
const SLACK_BYTES = 65_536

/**
 * Limits incoming frames to fewer bytes than the websocket library allows, even while a frame is still arriving. Counts
 * the bytes since the last complete frame, without those that were read together with it.
 */
export class FrameGuard {
  readonly #socket: Duplex
  readonly #maxBytes: number
  readonly #onData: (chunk: Uint8Array) => void
  #bytes = 0
  #chunkCount = 0

  constructor(socket: Duplex, maxBytes: number, onExceeded: () => void) {
    this.#socket = socket
    this.#maxBytes = maxBytes
    this.#onData = (chunk) => {
      this.#bytes += chunk.length
      this.#chunkCount += 1
      if (this.#bytes > maxBytes + SLACK_BYTES || this.#chunkCount > MAX_CHUNKS) onExceeded()
    }
    socket.on('data', this.#onData)
  }

  /** Resets the count after a complete frame. Returns whether its length is within the limit. */
  admits(length: number): boolean {
    this.#bytes = 0
    this.#chunkCount = 0
    return length <= this.#maxBytes
  }

  end(): void {
    this.#socket.off('data', this.#onData)
  }
}
