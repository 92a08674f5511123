import type { Writable } from 'node:stream'

type Outlet = Pick<Writable, 'write' | 'writableLength'>

/**
 * Maximum number of bytes that are handed to the socket at a time. Small slices show progress while a slow reader takes
 * a lot.
 */
const SLICE_BYTES = 65_536

/** Returns whether the reader keeps up, so that these bytes can go straight to the socket. */
export function canWriteDirectly(socket: Outlet, bytes: Uint8Array): boolean {
  return bytes.length + socket.writableLength <= SLICE_BYTES
}

/**
 * Bytes that wait because the peer does not keep up. They go to the socket in slices and in order. The arrays are
 * shared with other connections that send the same bytes.
 */
export class Backlog {
  readonly #socket: Outlet
  readonly #onDone: () => void
  #waiting: Uint8Array[]
  #byteLength: number

  /** Starts writing. `onDone` is called when everything has been handed to the socket. */
  constructor(socket: Outlet, bytes: Uint8Array, onDone: () => void) {
    this.#socket = socket
    this.#onDone = onDone
    this.#waiting = [bytes]
    this.#byteLength = bytes.length
    this.#writeSlice(this.#waiting)
  }

  get byteLength(): number {
    return this.#byteLength
  }

  push(bytes: Uint8Array): void {
    this.#byteLength += bytes.length
    this.#waiting.push(bytes)
  }

  /** Hands everything to the socket immediately. */
  writeAll(): void {
    for (const bytes of this.#waiting) this.#socket.write(bytes)
    this.#waiting = []
    this.#byteLength = 0
    this.#onDone()
  }

  #writeSlice(waiting: Uint8Array[]): void {
    const [first] = waiting
    if (first === undefined) {
      this.#onDone()
      return
    }
    const slice = first.subarray(0, SLICE_BYTES)
    if (slice.length === first.length) waiting.shift()
    else waiting[0] = first.subarray(SLICE_BYTES)
    this.#byteLength -= slice.length
    this.#socket.write(slice, () => {
      // A call of `writeAll` may have handed over everything in the meantime.
      if (this.#waiting === waiting) this.#writeSlice(waiting)
    })
  }
}
