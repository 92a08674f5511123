import type { Writable } from 'node:stream'

type Outlet = Pick<Writable, 'write' | 'writableLength'>

/** So much is handed to the socket at a time, that progress shows while a slow reader takes much. */
const SLICE_BYTES = 65_536

/** Whether a reader who is sent these bytes keeps up, so that they can go straight to the socket. */
export function takesAtOnce(socket: Outlet, bytes: Uint8Array): boolean {
  return bytes.length + socket.writableLength <= SLICE_BYTES
}

/**
 * What a socket has not been handed yet, because its peer does not keep up. It goes there in slices and in order, and
 * is shared with other connections that wait for the same bytes.
 */
export class Backlog {
  readonly #socket: Outlet
  readonly #onDone: () => void
  #waiting: Uint8Array[]
  #byteLength: number

  /** `onDone` is called once all of it has been handed over. */
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

  /** Hands all of it to the socket now. */
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
      // Unless all was handed over in the meantime.
      if (this.#waiting === waiting) this.#writeSlice(waiting)
    })
  }
}
