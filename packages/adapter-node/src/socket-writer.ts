import type { Writable } from 'node:stream'

/** So much is handed to the socket at a time, that progress shows while a slow reader takes much. */
const SLICE_BYTES = 65_536

/**
 * Writes to a socket in order, and knows what the operating system has not taken yet. As long as a reader keeps up,
 * each piece goes straight to the socket; what is more than a slice waits here, where it is shared with other
 * connections that wait for the same bytes.
 */
export class SocketWriter {
  readonly #socket: Pick<Writable, 'write' | 'writableLength'>
  #handedBytes = 0
  /** Most sockets never have anything here. */
  #waiting: Uint8Array[] | undefined
  #waitingBytes = 0

  constructor(socket: Pick<Writable, 'write' | 'writableLength'>) {
    this.#socket = socket
  }

  get unsentBytes(): number {
    return this.#socket.writableLength + this.#waitingBytes
  }

  get takenBytes(): number {
    return this.#handedBytes - this.#socket.writableLength
  }

  write(bytes: Uint8Array): void {
    if (this.#waiting === undefined && bytes.length + this.#socket.writableLength <= SLICE_BYTES) {
      this.#handedBytes += bytes.length
      this.#socket.write(bytes)
      return
    }
    this.#waitingBytes += bytes.length
    if (this.#waiting !== undefined) {
      this.#waiting.push(bytes)
      return
    }
    this.#waiting = [bytes]
    this.#writeSlice(this.#waiting)
  }

  /** Hands all of it to the socket now. */
  writeAll(): void {
    for (const bytes of this.#waiting ?? []) this.#socket.write(bytes)
    this.#handedBytes += this.#waitingBytes
    this.#waiting = undefined
    this.#waitingBytes = 0
  }

  #writeSlice(waiting: Uint8Array[]): void {
    const [first] = waiting
    if (first === undefined) {
      this.#waiting = undefined
      return
    }
    const slice = first.subarray(0, SLICE_BYTES)
    if (slice.length === first.length) waiting.shift()
    else waiting[0] = first.subarray(SLICE_BYTES)
    this.#handedBytes += slice.length
    this.#waitingBytes -= slice.length
    this.#socket.write(slice, () => {
      // Unless all was handed over in the meantime.
      if (this.#waiting === waiting) this.#writeSlice(waiting)
    })
  }
}
