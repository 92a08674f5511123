import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BodySource, SourceReader, stalledMs } from '@parley/core/adapter'

/** Maximum number of bytes written per turn of the event loop, so that other connections get their turn. */
const maxTurnBytes = 65_536
/** Minimum number of bytes that a chunk counts as. Sending a short or empty chunk costs as much as this many bytes. */
const minChunkBytes = 1_024

/** A response body that is produced while it is sent. If the connection ends first, the source is ended too. */
export class OutgoingBody {
  readonly #target: ServerResponse
  readonly #source: SourceReader
  #turnBytes = 0
  /** Resumes sending. Set while the client does not keep up. */
  #onDrain: (() => void) | undefined

  constructor(target: ServerResponse, source: BodySource) {
    this.#target = target
    this.#source = new SourceReader(source)
    target.once('close', () => this.cancel())
    // One listener for the whole body, because compressing middleware forwards added listeners, but not removed ones.
    target.on('drain', () => this.#onDrain?.())
    // Ends the connection of a client that stops reading, even if the host listens for the timeout too.
    target.once('timeout', () => target.destroy())
  }

  cancel(): void {
    this.#source.cancel()
    this.#onDrain?.()
  }

  /** Sends each chunk when the client keeps up, and calls `end` after the last one. Never rejects. */
  async send(end: () => void): Promise<void> {
    const target = this.#target
    try {
      while (true) {
        const chunk = await this.#source.next()
        if (this.#isOver()) return
        if (chunk === undefined) return end()
        if (!target.write(chunk)) await this.#drained()
        await this.#turn(chunk.length)
      }
    } catch {
      // An incomplete body must not look complete. The source reports why it failed.
      target.destroy()
    }
  }

  /** Resolves when the network has taken what was written, or the response is over. */
  async #drained(): Promise<void> {
    const { socket } = this.#target
    if (socket === null || this.#isOver()) return
    const idleMs = socket.timeout ?? 0
    socket.setTimeout(stalledMs)
    await new Promise<void>((resolve) => {
      this.#onDrain = resolve
    })
    socket.setTimeout(idleMs)
  }

  /** Returns whether the client is gone or the host has ended the response. */
  #isOver(): boolean {
    return this.#target.destroyed || this.#target.writableEnded
  }

  async #turn(bytes: number): Promise<void> {
    this.#turnBytes += Math.max(bytes, minChunkBytes)
    if (this.#turnBytes < maxTurnBytes) return
    this.#turnBytes = 0
    await nextTurn()
  }
}
