import type { ServerResponse } from 'node:http'
import { Backlog, canWriteDirectly } from '@parley/adapter-node/sockets'

/** A response to a poll while it is being sent. */
export class PollResponse {
  readonly #response: ServerResponse
  readonly #bytes: number
  #backlog: Backlog | undefined

  /**
   * Sends `text` in slices as the client reads, then calls `end`. `bytes` is how much its packets count
   * towards the unsent output of the connection.
   */
  constructor(response: ServerResponse, text: string, bytes: number, end: (data?: Uint8Array) => void) {
    this.#response = response
    this.#bytes = bytes
    const data = Buffer.from(text)
    if (canWriteDirectly(response, data)) {
      end(data)
      return
    }
    this.#backlog = new Backlog(response, data, () => {
      this.#backlog = undefined
      end()
    })
  }

  /** Number of bytes that the operating system has not taken. */
  get unflushedBytes(): number {
    const left = this.#response.writableLength + (this.#backlog?.byteLength ?? 0)
    return Math.min(this.#bytes, left)
  }

  destroy(): void {
    this.#response.destroy()
  }
}
