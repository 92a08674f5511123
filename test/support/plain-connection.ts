import assert from 'node:assert/strict'
import type { OutgoingFrame, RtmConnection, RtmSession } from '@parley/core/adapter'
import { eventually } from './deadline.js'
import type { Frame } from './rtm-client.js'
import type { Person } from './world.js'

/**
 * A connection over a transport with few features: it delivers parsed messages, cannot stop reading, has no close codes
 * and no limit on the size of a message. It takes everything immediately that is sent to it.
 */
export class PlainConnection implements RtmConnection {
  readonly canPause = false
  readonly bufferedBytes = 0
  readonly flushedBytes = 0
  readonly remoteAddress = '192.0.2.1'
  /** Received frames, in order. */
  readonly frames: Frame[] = []
  #isClosed = false
  readonly #session: RtmSession

  /** Opens a connection without a login. `path` replaces the path of the person's API. */
  constructor(person: Person, path?: string) {
    const { pathname, search } = new URL(person.rtmUrl())
    const { remoteAddress } = this
    const handshake = { path: path ?? pathname, query: search.slice(1), headers: {}, remoteAddress }
    this.#session = person.world.engine.parley.rtm(this, handshake)
  }

  static async connect(person: Person): Promise<PlainConnection> {
    const connection = new PlainConnection(person)
    connection.receive({ request_id: 'login', action: 'login', payload: { token: person.token } })
    assert.equal((await connection.response('login')).success, true)
    return connection
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Receives a message from the client. `length` is the length of its text. */
  receive(value: unknown, length = JSON.stringify(value).length): void {
    this.#session.receive({ value, length })
  }

  async response(requestId: string): Promise<Frame> {
    const isWanted = (frame: Frame) => frame.type === 'response' && frame.request_id === requestId
    await eventually(async () => assert.ok(this.frames.some(isWanted), `no response to ${requestId}`))
    return this.frames.find(isWanted) ?? {}
  }

  async ended(): Promise<void> {
    await eventually(async () => assert.ok(this.#isClosed, 'the connection is still open'))
  }

  send(frame: OutgoingFrame): void {
    assert.equal(this.#isClosed, false)
    this.frames.push(JSON.parse(frame.text))
  }

  close(): void {
    this.terminate()
  }

  terminate(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    setImmediate(() => this.#session.closed())
  }

  pause(): void {}
  resume(): void {}
  limitFrames(): void {}
}
