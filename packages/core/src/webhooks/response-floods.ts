import type { Clock } from '../ports/clock.js'

/** The part of a socket that is needed to watch it. */
export interface WatchedSocket {
  readonly bytesRead: number
  destroy(cause: Error): unknown
  once(event: 'close', listener: () => void): unknown
}

/** Time between two checks of the connections, in milliseconds. */
const checkMs = 250
/**
 * Maximum number of bytes that a connection may receive between two checks. Regular responses (64 KiB at most each)
 * stay below it; anything more is HTTP framing, which no other limit counts.
 */
const maxBytes = 1_048_576

/**
 * Closes connections on which a destination sends much more than its responses. The HTTP parser accepts chunk
 * extensions and trailers without reporting them, and parsing them can keep a whole core busy.
 */
export class ResponseFloods {
  readonly #clock: Clock
  readonly #sockets = new Map<WatchedSocket, number>()
  #stop: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  watch(socket: WatchedSocket): void {
    this.#sockets.set(socket, socket.bytesRead)
    this.#stop ??= this.#clock.every(checkMs, () => this.#check())
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    })
  }

  #check(): void {
    for (const [socket, before] of this.#sockets) {
      if (socket.bytesRead - before > maxBytes) socket.destroy(new Error('the destination sends too much'))
      else this.#sockets.set(socket, socket.bytesRead)
    }
  }
}
