import type { ServerResponse } from 'node:http'
import { Backlog, takesAtOnce } from '@parley/adapter-node/sockets'

/** The answer to a poll, on its way. */
export class PollAnswer {
  readonly #response: ServerResponse
  readonly #bytes: number
  #backlog: Backlog | undefined

  /** Sends `text` in slices as the client takes it, then calls `end`. `bytes`: what of it counts as pushed. */
  constructor(response: ServerResponse, text: string, bytes: number, end: (data?: Uint8Array) => void) {
    this.#response = response
    this.#bytes = bytes
    const data = Buffer.from(text)
    if (takesAtOnce(response, data)) {
      end(data)
      return
    }
    this.#backlog = new Backlog(response, data, () => {
      this.#backlog = undefined
      end()
    })
  }

  /** Bytes that the operating system has not taken. */
  get untakenBytes(): number {
    const left = this.#response.writableLength + (this.#backlog?.byteLength ?? 0)
    return Math.min(this.#bytes, left)
  }

  destroy(): void {
    this.#response.destroy()
  }
}
