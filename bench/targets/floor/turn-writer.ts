import type { Duplex } from 'node:stream'

/** Writes what one turn of the event loop has for a socket in one system call. */
export class TurnWriter {
  #corked: Duplex[] = []

  write(socket: Duplex, frame: Buffer): void {
    if (socket.writableCorked === 0) {
      socket.cork()
      if (this.#corked.push(socket) === 1) setImmediate(this.#uncork)
    }
    socket.write(frame)
  }

  readonly #uncork = (): void => {
    const corked = this.#corked
    this.#corked = []
    for (const socket of corked) socket.uncork()
  }
}
