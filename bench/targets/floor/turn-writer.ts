import type { Duplex } from 'node:stream'

/**
 * Collects what one turn of the event loop writes to a socket, and writes it in one system call at the end of the turn.
 */
export class TurnWriter {
  #corked: Duplex[] = []

  write(socket: Duplex, frame: Buffer): void {
    if (socket.writableCorked === 0) {
      socket.cork()
      if (this.#corked.push(socket) === 1) process.nextTick(this.#uncork)
    }
    socket.write(frame)
  }

  readonly #uncork = (): void => {
    const corked = this.#corked
    this.#corked = []
    for (const socket of corked) socket.uncork()
  }
}
