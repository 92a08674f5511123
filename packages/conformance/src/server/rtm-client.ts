import assert from 'node:assert/strict'
import { within } from '../deadline.js'
import { at } from './json.js'
import type { RtmLink, RtmListener } from './rtm-transport.js'
import type { ServerAddress } from './server-address.js'

export type Frame = Readonly<Record<string, unknown>>

export interface RtmCallOptions {
  readonly idempotencyKey?: string
  readonly authorId?: string
}

interface Waiting {
  readonly isWanted: (frame: Frame) => boolean
  readonly take: (frame: Frame) => void
  readonly fail: (error: Error) => void
}

/** An RTM client that keeps every received frame in order. */
export class RtmClient<Link extends RtmLink = RtmLink> implements RtmListener {
  readonly frames: Frame[] = []
  readonly #server: Pick<ServerAddress, 'arrived'>
  readonly #untaken: Frame[] = []
  readonly #waiting = new Set<Waiting>()
  #link: Link | undefined
  #requestCount = 0
  #end: { readonly code: number | undefined } | undefined
  #tellEnd: (() => void) | undefined
  readonly #ended = new Promise<void>((resolve) => {
    this.#tellEnd = resolve
  })

  private constructor(server: Pick<ServerAddress, 'arrived'>) {
    this.#server = server
  }

  static async open<Link extends RtmLink>(
    server: Pick<ServerAddress, 'arrived'>,
    connect: (listener: RtmListener) => Promise<Link>,
  ): Promise<RtmClient<Link>> {
    const client = new RtmClient<Link>(server)
    client.#link = await within(connect(client), () => 'a connection')
    return client
  }

  get link(): Link {
    assert.ok(this.#link, 'it is not open')
    return this.#link
  }

  frame(envelope: Frame): void {
    this.frames.push(envelope)
    for (const waiting of this.#waiting) {
      if (!waiting.isWanted(envelope)) continue
      this.#waiting.delete(waiting)
      waiting.take(envelope)
      return
    }
    this.#untaken.push(envelope)
  }

  closed(code: number | undefined): void {
    this.#end = { code }
    for (const waiting of this.#waiting) waiting.fail(this.#endError())
    this.#tellEnd?.()
  }

  /** Sends a request and resolves with its response. */
  async call(action: string, payload?: object, options: RtmCallOptions = {}): Promise<Frame> {
    await this.#server.arrived()
    return this.response(this.request(action, payload, options))
  }

  /** Sends a request without waiting for the response, and returns its `request_id`. */
  request(action: string, payload?: object, { idempotencyKey, authorId }: RtmCallOptions = {}): string {
    this.#requestCount += 1
    const request_id = `request-${this.#requestCount}`
    this.link.send({
      ...{ request_id, action },
      ...(payload && { payload }),
      ...(authorId !== undefined && { author_id: authorId }),
      ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
    })
    return request_id
  }

  response(requestId: string): Promise<Frame> {
    const isWanted = (frame: Frame) => frame.type === 'response' && frame.request_id === requestId
    return this.next(isWanted, `the answer to ${requestId}`)
  }

  /** Sends a request that must succeed, and resolves with the payload of the response. */
  async succeed(action: string, payload?: object, options?: RtmCallOptions): Promise<unknown> {
    const frame = await this.call(action, payload, options)
    assert.equal(frame.success, true, `${action} was refused: ${JSON.stringify(frame)}`)
    return frame.payload
  }

  /** Sends a request that must fail, and resolves with the error. */
  async refuse(action: string, payload?: object, options?: RtmCallOptions): Promise<unknown> {
    const frame = await this.call(action, payload, options)
    assert.equal(frame.success, false, `${action} was not refused: ${JSON.stringify(frame)}`)
    return at(frame, 'payload.error')
  }

  /**
   * Resolves with the first unread frame that matches, waiting for it when necessary. The frame then counts as read.
   */
  next(isWanted: (frame: Frame) => boolean, what: string): Promise<Frame> {
    const index = this.#untaken.findIndex(isWanted)
    const [present] = index < 0 ? [] : this.#untaken.splice(index, 1)
    if (present !== undefined) return Promise.resolve(present)
    if (this.#end !== undefined) return Promise.reject(this.#endError())
    const taken = new Promise<Frame>((take, fail) => this.#waiting.add({ isWanted, take, fail }))
    return within(taken, () => `${what}; came: ${JSON.stringify(this.frames.slice(-20))}`)
  }

  /** Resolves with the next push of the given name. */
  nextPush(name: string): Promise<Frame> {
    return this.next(({ type, action }) => type === 'push' && action === name, `the push ${name}`)
  }

  /** Resolves with the next response, whichever request it belongs to. */
  nextResponse(): Promise<Frame> {
    return this.next(({ type }) => type === 'response', 'an answer')
  }

  /** Resolves with all unread pushes, after a ping has made sure that earlier ones have arrived. */
  async readPushes(): Promise<readonly Frame[]> {
    await this.succeed('ping')
    return this.#untaken.splice(0).filter(({ type }) => type === 'push')
  }

  /** Waits for the end of the connection, and resolves with the unread frames and the close code. */
  async waitForEnd(): Promise<{ readonly rest: readonly Frame[]; readonly code: number | undefined }> {
    await within(
      this.#ended,
      () => `the end of a connection; came: ${JSON.stringify(this.frames.slice(-20))}`,
    )
    return { rest: this.#untaken.splice(0), code: this.#end?.code }
  }

  close(): void {
    if (this.#end === undefined) this.#link?.close()
  }

  #endError(): Error {
    return new Error(
      `the connection has ended with ${this.#end?.code}: ${JSON.stringify(this.frames.slice(-5))}`,
    )
  }
}

/** Returns a push as it is sent. `requestId` is present only for the connection whose request caused the push. */
export function pushFrame(action: string, payload: unknown, requestId?: string): Frame {
  return { ...(requestId !== undefined && { request_id: requestId }), action, type: 'push', payload }
}
