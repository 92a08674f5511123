import type { Duplex } from 'node:stream'

/** Chunks that a frame may come in: each costs memory beside its bytes. */
const MAX_CHUNKS = 256
/** What one read can bring of other frames, and the header of this one. */
const SLACK_BYTES = 65_536

/**
 * Holds the peer to smaller frames than the websocket library lets through, already while one comes in. Counts what
 * came since the last whole frame; what was read together with that one does not count.
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

  /** A whole frame of that length has come. */
  admits(length: number): boolean {
    this.#bytes = 0
    this.#chunkCount = 0
    return length <= this.#maxBytes
  }

  end(): void {
    this.#socket.off('data', this.#onData)
  }
}
