import type { ServerResponse } from 'node:http'
import type { OutgoingFrame } from '@parley/core/adapter'
import type { Socket, transports } from 'engine.io'
import type { Outlet, OutletHost } from './outlet.js'
import { messageEvent } from './packet.js'
import { PollResponse } from './poll-response.js'

export type PollingTransport = ReturnType<typeof transports.polling>

/** Overhead of a packet that waits for a poll, in bytes. */
const packetBytes = 64

/**
 * Sends over long polling. Packets wait in Engine.IO for the next poll, and then in its response until the client reads
 * it.
 */
export class PollingOutlet implements Outlet {
  readonly #engine: Socket
  readonly #transport: PollingTransport
  readonly #host: OutletHost
  readonly #onPacket: (packet: { readonly data?: unknown }) => void
  readonly #responses = new Set<PollResponse>()
  /** Response to the poll that is waiting. */
  #poll: ServerResponse | undefined
  #sentBytes = 0
  /** Number of bytes that wait for a poll. */
  #queuedBytes = 0
  #isOver = false

  constructor(engine: Socket, transport: PollingTransport, host: OutletHost) {
    this.#engine = engine
    this.#transport = transport
    this.#host = host
    // Also counts packets of Engine.IO itself, which it sends in response to others.
    this.#onPacket = ({ data }) => {
      const bytes = packetBytes + (typeof data === 'string' ? Buffer.byteLength(data) : 0)
      this.#sentBytes += bytes
      this.#queuedBytes += bytes
    }
    engine.on('packetCreate', this.#onPacket)
  }

  /** Handles a poll before Engine.IO sees it. */
  poll(response: ServerResponse): void {
    if (this.#poll !== undefined) return
    this.#poll = response
    // The session is over, so no further poll is expected.
    if (this.#engine.readyState !== 'open') response.shouldKeepAlive = false
    const end = response.end.bind(response)
    response.end = (data?: unknown) => {
      this.#poll = undefined
      if (typeof data === 'string' && data !== '') this.#respond(response, data, end)
      else end()
      return response
    }
    response.once('close', () => {
      if (this.#poll === response) this.#poll = undefined
    })
  }

  get canPause(): boolean {
    return false
  }

  get bufferedBytes(): number {
    let bytes = this.#queuedBytes
    for (const pollResponse of this.#responses) bytes += pollResponse.unflushedBytes
    return bytes
  }

  get flushedBytes(): number {
    return this.#sentBytes - this.bufferedBytes
  }

  send(frame: OutgoingFrame): void {
    this.sendPacket(messageEvent(frame.text))
  }

  sendPacket(packet: string): void {
    this.#engine.write(packet)
  }

  pause(): void {}
  resume(): void {}

  limitFrames(maxBytes: number): void {
    this.#transport.maxHttpBufferSize = maxBytes
  }

  close(): void {
    if (this.#poll !== undefined) this.#poll.shouldKeepAlive = false
    this.#engine.close()
  }

  terminate(): void {
    this.#engine.close(true)
    // Engine.IO does not close immediately when it waits for a poll to send the close packet to.
    if (this.#engine.readyState !== 'closed') this.#transport.emit('close')
    this.#destroyResponses()
  }

  handleClose(isOrderly: boolean): void {
    this.#isOver = true
    this.#engine.off('packetCreate', this.#onPacket)
    if (!isOrderly) this.#destroyResponses()
    if (this.#responses.size === 0) this.#host.handleEnd()
  }

  /**
   * Detaches from the session, which continues with a websocket that is sent what waits here. Returns the number of
   * bytes that the client has taken.
   */
  leave(): number {
    this.#engine.off('packetCreate', this.#onPacket)
    // The client has already read all of these.
    this.#destroyResponses()
    return this.#sentBytes - this.#queuedBytes
  }

  #respond(response: ServerResponse, text: string, end: (data?: Uint8Array) => void): void {
    const bytes = this.#queuedBytes
    this.#queuedBytes = 0
    const pollResponse = new PollResponse(response, text, bytes, end)
    this.#responses.add(pollResponse)
    response.once('close', () => {
      this.#responses.delete(pollResponse)
      if (this.#isOver && this.#responses.size === 0) this.#host.handleEnd()
    })
  }

  #destroyResponses(): void {
    for (const pollResponse of this.#responses) pollResponse.destroy()
  }
}
