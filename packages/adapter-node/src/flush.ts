import type { Duplex } from 'node:stream'

/**
 * Gathers what is written to sockets during one turn of the event loop, so that each socket gets one system
 * call per turn, however many frames it is sent. One scheduled callback serves all sockets.
 */
export class TurnFlush {
  #corked: Duplex[] = []

  /** What is written to the socket from now on leaves, in order, at the end of the turn. */
  cork(socket: Duplex): void {
    if (socket.writableCorked > 0) return
    socket.cork()
    // An immediate, for it runs once the loop has handled every socket that had something to read. A tick would
    // run between two of these sockets, and even before the promise continuations of the one being handled, so
    // pushes caused by requests that arrived together would leave in one write each. Measured: ten requests at
    // once, each pushed to 500 sockets, give 530,000 frames per second this way and 145,000 with a tick; a single
    // request gives 101,000 and 114,000.
    if (this.#corked.push(socket) === 1) setImmediate(this.#uncorkAll)
  }

  readonly #uncorkAll = (): void => {
    const corked = this.#corked
    this.#corked = []
    for (const socket of corked) socket.uncork()
  }
}
