import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { waitForAllMessages } from './arrivals.js'
import type { Caller, CallOptions } from './caller.js'
import { within } from './deadline.js'
import { at } from './json.js'
import type { Closing, Headers, Link, Refusal, Wire } from './link.js'
import { wire } from './wire.js'

export type Frame = Readonly<Record<string, unknown>>

interface Waiting {
  readonly isWanted: (frame: Frame) => boolean
  readonly resolve: (frame: Frame) => void
  readonly reject: (error: Error) => void
}

/** A client that only knows envelopes. It records every frame in order. */
export class RtmClient implements Caller {
  readonly frames: Frame[] = []
  /** Resolves with how the server ended the connection. */
  readonly closed: Promise<Closing>
  readonly #wire: Wire
  #link: Link | undefined
  readonly #untaken: Frame[] = []
  readonly #waiting = new Set<Waiting>()
  #onPush: (push: Frame) => void = () => {}
  #requestCount = 0
  #closing: Closing | undefined

  #end: (closing: Closing) => void = () => {}

  private constructor(by: Wire) {
    this.#wire = by
    this.closed = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  get isOpen(): boolean {
    return this.#closing === undefined
  }

  /** Connects without logging in. */
  static async open(url: string, headers: Headers = {}, by: Wire = wire): Promise<RtmClient> {
    const client = new RtmClient(by)
    client.#link = await by.open(url, headers, {
      received: (text) => client.#receive(text),
      closed: (closing) => client.#close(closing),
    })
    return client
  }

  /** Tries to connect and resolves with the HTTP response of the refusal. */
  static openRefused(url: string, headers: Headers = {}): Promise<Refusal> {
    return wire.openRefused(url, headers)
  }

  /** Sends a request and returns the response frame. */
  async call(action: string, payload?: object, options: CallOptions = {}): Promise<Frame> {
    await waitForAllMessages()
    return this.response(this.request(action, payload, options))
  }

  /** Sends a request without waiting for the response. Returns its `request_id`. */
  request(action: string, payload?: object, { idempotencyKey, authorId }: CallOptions = {}): string {
    this.#requestCount += 1
    const requestId = `request-${this.#requestCount}`
    this.send({
      request_id: requestId,
      action,
      payload,
      author_id: authorId,
      idempotency_key: idempotencyKey,
    })
    return requestId
  }

  response(requestId: string): Promise<Frame> {
    const isWanted = (frame: Frame) => frame.type === 'response' && frame.request_id === requestId
    return this.next(isWanted, `the response to ${requestId}`)
  }

  async succeed(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const frame = await this.call(action, payload, options)
    assert.equal(frame.success, true, `${action} was refused: ${JSON.stringify(frame)}`)
    return frame.payload
  }

  async refuse(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const frame = await this.call(action, payload, options)
    assert.equal(frame.success, false, `${action} was not refused: ${JSON.stringify(frame)}`)
    return at(frame, 'payload.error')
  }

  send(envelope: object): void {
    this.sendText(JSON.stringify(envelope))
  }

  sendText(text: string): void {
    this.#connected.send(text)
  }

  sendBinary(bytes: Uint8Array): void {
    this.#connected.sendBinary(bytes)
  }

  /** Sends a ping as a control frame and resolves with the pong. */
  async sendPing(withinMs?: number): Promise<void> {
    await within(this.#connected.ping(), () => 'a pong', withinMs)
  }

  sendPong(): void {
    this.#connected.pong()
  }

  /** Returns the first matching frame that no other call has taken. Waits for it if necessary. */
  next(isWanted: (frame: Frame) => boolean, what: string): Promise<Frame> {
    const index = this.#untaken.findIndex(isWanted)
    const [waitingFrame] = index < 0 ? [] : this.#untaken.splice(index, 1)
    if (waitingFrame !== undefined) return Promise.resolve(waitingFrame)
    if (this.#closing !== undefined) return Promise.reject(this.#closedError())
    const nextFrame = new Promise<Frame>((resolve, reject) =>
      this.#waiting.add({ isWanted, resolve, reject }),
    )
    return within(nextFrame, () => `${what}; came: ${JSON.stringify(this.frames.slice(-20))}`)
  }

  /** Returns the payload of the next push with that name. */
  async push(name: string): Promise<unknown> {
    const frame = await this.next(
      ({ type, action }) => type === 'push' && action === name,
      `the push ${name}`,
    )
    return frame.payload
  }

  /** Returns all pushes since the last call, after everything on its way has arrived. */
  async pushes(): Promise<readonly Frame[]> {
    await waitForAllMessages()
    await this.succeed('ping')
    return this.#untaken.splice(0).filter(({ type }) => type === 'push')
  }

  /**
   * Returns the frames that no call has taken, once all that was sent has been received and answered. Server and client
   * share one process, so this takes a known number of turns of the event loop per frame.
   */
  async settledFrames(): Promise<readonly Frame[]> {
    await waitForAllMessages()
    for (let turn = 0; turn < this.#wire.turnsPerRoundTrip; turn += 1) await nextTurn()
    return this.#untaken.splice(0)
  }

  /** Returns all frames that no call has taken, once the connection is closed. */
  async framesUntilEnd(): Promise<readonly Frame[]> {
    await within(this.closed, () => 'the end of the connection')
    return this.#untaken.splice(0)
  }

  /** Waits until the connection has ended and resolves with how it did. */
  waitForEnd(): Promise<Closing> {
    return within(
      this.closed,
      () => `the end of the connection; came: ${JSON.stringify(this.frames.slice(-20))}`,
    )
  }

  /** Calls `onPush` with each push as soon as it arrives. */
  listen(onPush: (push: Frame) => void): void {
    this.#onPush = onPush
  }

  stopReading(): void {
    this.#connected.pause()
  }

  resumeReading(): void {
    this.#connected.resume()
  }

  /** Closes the connection from the client's side. */
  async close(): Promise<void> {
    this.#connected.close()
    await this.waitForEnd()
  }

  get #connected(): Link {
    assert.ok(this.#link, 'the client is connected')
    return this.#link
  }

  #close(closing: Closing): void {
    this.#closing = closing
    for (const waiting of this.#waiting) waiting.reject(this.#closedError())
    this.#end(closing)
  }

  #receive(text: string): void {
    const frame: Frame = JSON.parse(text)
    this.frames.push(frame)
    if (frame.type === 'push') this.#onPush(frame)
    for (const waiting of this.#waiting) {
      if (!waiting.isWanted(frame)) continue
      this.#waiting.delete(waiting)
      waiting.resolve(frame)
      return
    }
    this.#untaken.push(frame)
  }

  #closedError(): Error {
    return new Error(`The connection is closed: ${JSON.stringify(this.#closing)}`)
  }
}

export type { Closing, Refusal } from './link.js'

/** Returns a push as it is sent over the wire. The connection that caused it also gets its request id. */
export function pushFrame(action: string, payload: unknown, requestId?: string): Frame {
  return { ...(requestId !== undefined && { request_id: requestId }), action, type: 'push', payload }
}

/** Returns whether the frame refuses a message that the engine did not read. Such a frame names no action. */
export function isRefusal(frame: Frame): boolean {
  const error = { type: 'too_many_requests', message: 'Too many requests' }
  return frame.type === 'response' && frame.success === false && isDeepStrictEqual(frame.payload, { error })
}
