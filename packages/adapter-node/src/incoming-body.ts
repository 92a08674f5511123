import { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Readable } from 'node:stream'
import { type BodyStream, type ParleyError, refusalOfChunks } from '@parley/core'
import { bodyTaken, wasRead } from './message-body.js'
import { stopParsing } from './response.js'

type BodyListener = Parameters<BodyStream['read']>[0]

const maxTurnBytes = 65_536

/** Over HTTP/2 what has broken off ends like what is whole. */
function isBroken(request: IncomingMessage | Http2ServerRequest): boolean {
  return !(request instanceof IncomingMessage) && (request.stream.aborted || request.stream.rstCode !== 0)
}

/** The body of a Node.js request. Attaches nothing to the request before the engine reads. */
export class IncomingBody implements BodyStream {
  readonly kind = 'stream'
  readonly #request: IncomingMessage | Http2ServerRequest
  /** Has this body from when the engine begins to read it until it has come whole, or is given up. */
  readonly #incomplete: Set<IncomingBody>
  /** Who hears what arrives; nobody before the engine reads, and nobody after the end. */
  #listener: BodyListener | undefined
  #isDiscarded = false
  #chunkCount = 0
  #size = 0
  #turnBytes = 0
  /** For its turn; for room. */
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
    // A request that already ended or died emits nothing more, so it would leave the engine waiting.
    const isTaken = wasRead(this.#request)
    if (isTaken || request.destroyed) {
      const cause = isTaken ? bodyTaken(this.#request) : new Error('The client is gone')
      process.nextTick(() => this.#takeListener()?.fail(cause))
      return
    }
    // Node.js reports an aborted request as an 'error', but only while somebody listens for one; a request that
    // the host destroys without a cause has only a 'close', as has one that ended well.
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
    // Not thrown away: that would be read on and on until the answer, which ends the connection, is out.
    this.#request.pause()
  }

  /** The engine answers with that. */
  refuse(cause: ParleyError): void {
    this.#takeListener()?.fail(cause)
  }

  #hear(chunk: Uint8Array): void {
    this.#chunkCount += 1
    this.#size += chunk.length
    const refusal = refusalOfChunks(this.#chunkCount, this.#size)
    if (refusal !== undefined) {
      this.refuse(refusal)
      // Over HTTP/2 the answer ends the stream.
      if (this.#request instanceof IncomingMessage) stopParsing(this.#request.socket)
      return
    }
    const room = this.#listener?.data(chunk)
    if (room !== undefined) this.#waitFor(room)
    else this.#waitForTurn(chunk.length)
  }

  /** So much in a turn of the event loop, so that the other connections have theirs in between. */
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

  #waitFor(room: Promise<void>): void {
    this.#isHeld = true
    this.#request.pause()
    room.then(() => {
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
