import assert from 'node:assert/strict'

export interface EngineIoAnswer {
  readonly status: number
  readonly text: string
}

const separator = '\x1e'

/** A polling session of Engine.IO 4 that sends any packets, and polls only when the test says so. */
export class EngineIoSession {
  readonly sid: string
  readonly #url: string

  private constructor(url: string, sid: string) {
    this.#url = url
    this.sid = sid
  }

  /** Opens a session. `url` is that of the websocket. Joins the namespace unless `joins` is false. */
  static async open(url: string, joins = true): Promise<EngineIoSession> {
    const { status, text } = await askEngineIo(url, {})
    assert.equal(status, 200, text)
    const { sid }: { readonly sid: string } = JSON.parse(text.slice(1))
    const session = new EngineIoSession(url, sid)
    if (joins) {
      await session.post('40')
      assert.match((await session.poll()).text, /^40\{"sid":/)
    }
    return session
  }

  poll(): Promise<EngineIoAnswer> {
    return askEngineIo(this.#url, { sid: this.sid })
  }

  /** Sends several packets in one request. */
  post(...packets: readonly string[]): Promise<EngineIoAnswer> {
    return askEngineIo(this.#url, { sid: this.sid }, { method: 'POST', body: packets.join(separator) })
  }

  /** Sends a `message` event. */
  emit(envelope: object): Promise<EngineIoAnswer> {
    return this.post(`42${JSON.stringify(['message', envelope])}`)
  }

  /** Returns all packets until the session has ended, including those that end it. */
  async rest(): Promise<readonly string[]> {
    const packets: string[] = []
    for (;;) {
      const { status, text } = await this.poll()
      if (status !== 200) return packets
      packets.push(...text.split(separator))
      if (packets.at(-1) === '1') return packets
    }
  }

  /** Checks that the server no longer knows the session. */
  async assertGone(): Promise<void> {
    const { status, text } = await this.poll()
    assert.deepEqual([status, JSON.parse(text)], [400, { code: 1, message: 'Session ID unknown' }])
  }
}

/**
 * Sends a request with the query. Without other values it is a polling request of version 4. `url` is that of the
 * websocket.
 */
export async function askEngineIo(
  url: string,
  query: Readonly<Record<string, string>>,
  init: RequestInit = {},
): Promise<EngineIoAnswer> {
  const response = await fetch(engineIoAddress(url, query), init)
  return { status: response.status, text: await response.text() }
}

/** Returns the address of such a request. */
export function engineIoAddress(url: string, query: Readonly<Record<string, string>>): URL {
  const address = new URL(url.replace(/^ws/, 'http').replace('/rtm/ws', '/rtm/sio/'))
  for (const [name, value] of Object.entries({ EIO: '4', transport: 'polling', ...query })) {
    address.searchParams.set(name, value)
  }
  return address
}
