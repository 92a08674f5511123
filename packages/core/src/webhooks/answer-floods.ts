import type { Clock } from '../ports/clock.js'

export interface WatchedSocket {
  readonly bytesRead: number
  destroy(cause: Error): unknown
  once(event: 'close', listener: () => void): unknown
}

/** Between two looks at the connections. */
const lookMs = 250
/** More than any answers come to that are read (64 KiB each): what else comes is framing, which nobody counts. */
const maxBytes = 1_048_576

/**
 * Ends connections on which a destination sends much more than its answers: the parser takes extensions of chunks, and
 * trailers, at the cost of a core, and tells nobody of them.
 */
export class AnswerFloods {
  readonly #clock: Clock
  readonly #sockets = new Map<WatchedSocket, number>()
  #stop: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  watch(socket: WatchedSocket): void {
    this.#sockets.set(socket, socket.bytesRead)
    this.#stop ??= this.#clock.every(lookMs, () => this.#look())
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    })
  }

  #look(): void {
    for (const [socket, before] of this.#sockets) {
      if (socket.bytesRead - before > maxBytes) socket.destroy(new Error('the destination sends too much'))
      else this.#sockets.set(socket, socket.bytesRead)
    }
  }
}
