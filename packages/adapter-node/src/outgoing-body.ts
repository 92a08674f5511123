import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BodySource, SourceReader, stalledMs } from '@parley/core'

/** So much in a turn of the event loop, so that the other connections have theirs in between. */
const maxTurnBytes = 65_536
/** A short chunk costs as much to send as so many bytes, also an empty one. */
const minChunkBytes = 1_024

/** A body that is made while it is sent. Until it is out, the end of the connection is that of its source. */
export class OutgoingBody {
  readonly #target: ServerResponse
  readonly #source: SourceReader
  #turnBytes = 0
  /** While there is no room for more. */
  #onRoom: (() => void) | undefined

  constructor(target: ServerResponse, source: BodySource) {
    this.#target = target
    this.#source = new SourceReader(source)
    target.once('close', () => this.cancel())
    // Once for all, for what compresses the answer passes on who listens, but not who does so no more.
    target.on('drain', () => this.#onRoom?.())
    // Of a client that takes nothing, also where the host wants to hear of such itself.
    target.once('timeout', () => target.destroy())
  }

  cancel(): void {
    this.#source.cancel()
    this.#onRoom?.()
  }

  /** Sends each chunk when there is room for it, and calls `end` after the last. Never rejects. */
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
      // A part must not pass for the whole. Why it failed is for the source to say.
      target.destroy()
    }
  }

  /** Resolves once the network has taken what was written, or nobody will any more. */
  async #drained(): Promise<void> {
    const { socket } = this.#target
    if (socket === null || this.#isOver()) return
    const idleMs = socket.timeout ?? 0
    socket.setTimeout(stalledMs)
    await new Promise<void>((resolve) => {
      this.#onRoom = resolve
    })
    socket.setTimeout(idleMs)
  }

  /** The client is gone, or the host has ended the answer. */
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
