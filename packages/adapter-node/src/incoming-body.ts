import { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Readable } from 'node:stream'
import type { ParleyError } from '@parley/core'
import { type BodyStream, findChunksError } from '@parley/core/adapter'
import { createBodyTakenError, wasRead } from './message-body.js'
import { stopParsing } from './response.js'

type BodyListener = Parameters<BodyStream['read']>[0]

const maxTurnBytes = 65_536

/** Returns whether the body broke off. Over HTTP/2 such a body ends like a complete one. */
function isBroken(request: IncomingMessage | Http2ServerRequest): boolean {
  return !(request instanceof IncomingMessage) && (request.stream.aborted || request.stream.rstCode !== 0)
}

/** The body of a Node.js request. It adds no listeners to the request before the engine reads. */
export class IncomingBody implements BodyStream {
  readonly kind = 'stream'
  readonly #request: IncomingMessage | Http2ServerRequest
  /** Bodies that the engine is reading and that are not complete yet. */
  readonly #incomplete: Set<IncomingBody>
  /** Listener of the engine. `undefined` before it reads and after the end. */
  #listener: BodyListener | undefined
  #isDiscarded = false
  #chunkCount = 0
  #size = 0
  #turnBytes = 0
  /** Whether reading is paused until the next turn of the event loop. */
  #isWaiting = false
  #isHeld = false

  constructor(request: IncomingMessage | Http2ServerRequest, incomplete: Set<IncomingBody>) {
    this.#request = request
    this.#incomplete = incomplete
  }

  read(listener: BodyListener): void {
    if (this.#isDiscarded) return
    this.#listener = listener
    this.#incomplete.add(this)
    const request: Readable = this.#request
    // A request that has ended or died emits no further events, and the engine would wait forever.
    const isTaken = wasRead(this.#request)
    if (isTaken || request.destroyed) {
      const cause = isTaken ? createBodyTakenError(this.#request) : new Error('The client has disconnected')
      process.nextTick(() => this.#takeListener()?.fail(cause))
      return
    }
    // Node.js emits an 'error' for an aborted request only while there is a listener. A request that the host destroys
    // without a cause emits only 'close', like one that ended well.
    const onFail = (cause?: unknown) => {
      this.#takeListener()?.fail(cause ?? new Error('The request was closed before its body ended'))
    }
    request.on('data', (chunk: Uint8Array) => this.#hear(chunk))
    request.on('end', () => (isBroken(this.#request) ? onFail() : this.#takeListener()?.end()))
    request.on('error', onFail)
    request.on('close', onFail)
  }

  discard(): void {
    this.#isDiscarded = true
    this.#takeListener()
    // Discarding the data would mean reading it until the response is sent, which ends the connection.
    this.#request.pause()
  }

  /** Ends reading with an error, which the engine responds with. */
  refuse(cause: ParleyError): void {
    this.#takeListener()?.fail(cause)
  }

  #hear(chunk: Uint8Array): void {
    this.#chunkCount += 1
    this.#size += chunk.length
    const refusal = findChunksError(this.#chunkCount, this.#size)
    if (refusal !== undefined) {
      this.refuse(refusal)
      // Over HTTP/2 the response ends the stream.
      if (this.#request instanceof IncomingMessage) stopParsing(this.#request.socket)
      return
    }
    const capacity = this.#listener?.data(chunk)
    if (capacity !== undefined) this.#waitFor(capacity)
    else this.#waitForTurn(chunk.length)
  }

  /** Pauses after a number of bytes per turn of the event loop, so that other connections get their turn. */
  #waitForTurn(length: number): void {
    this.#turnBytes += length
    if (this.#turnBytes < maxTurnBytes || this.#isWaiting || this.#request.complete) return
    this.#isWaiting = true
    this.#request.pause()
    setImmediate(() => {
      this.#turnBytes = 0
      this.#isWaiting = false
      this.#goOn()
    })
  }

  #waitFor(capacity: Promise<void>): void {
    this.#isHeld = true
    this.#request.pause()
    capacity.then(() => {
      this.#isHeld = false
      this.#goOn()
    })
  }

  #goOn(): void {
    if (this.#listener !== undefined && !this.#isHeld && !this.#isWaiting) this.#request.resume()
  }

  #takeListener(): BodyListener | undefined {
    this.#incomplete.delete(this)
    const listener = this.#listener
    this.#listener = undefined
    return listener
  }
}
