import assert from 'node:assert/strict'

export interface EngineIoAnswer {
  readonly status: number
  readonly text: string
}

const separator = '\x1e'

/** A polling session of Engine.IO 4 whose client sends what it likes, and polls when it likes. */
export class EngineIoSession {
  readonly sid: string
  readonly #url: string

  private constructor(url: string, sid: string) {
    this.#url = url
    this.sid = sid
  }

  /** `url`: that of the websocket. Joins the namespace unless told not to. */
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

  /** Several packets in one request. */
  post(...packets: readonly string[]): Promise<EngineIoAnswer> {
    return askEngineIo(this.#url, { sid: this.sid }, { method: 'POST', body: packets.join(separator) })
  }

  /** A message event. */
  emit(envelope: object): Promise<EngineIoAnswer> {
    return this.post(`42${JSON.stringify(['message', envelope])}`)
  }

  /** The packets that come until the session has ended, which they are too. */
  async rest(): Promise<readonly string[]> {
    const packets: string[] = []
    for (;;) {
      const { status, text } = await this.poll()
      if (status !== 200) return packets
      packets.push(...text.split(separator))
      if (packets.at(-1) === '1') return packets
    }
  }

  /** Nobody knows it any more. */
  async assertGone(): Promise<void> {
    const { status, text } = await this.poll()
    assert.deepEqual([status, JSON.parse(text)], [400, { code: 1, message: 'Session ID unknown' }])
  }
}

/** Asks for what the query says, of version 4 and by polling unless it says otherwise; `url`: that of the websocket. */
export async function askEngineIo(
  url: string,
  query: Readonly<Record<string, string>>,
  init: RequestInit = {},
): Promise<EngineIoAnswer> {
  const response = await fetch(engineIoAddress(url, query), init)
  return { status: response.status, text: await response.text() }
}

/** Where that is asked for. */
export function engineIoAddress(url: string, query: Readonly<Record<string, string>>): URL {
  const address = new URL(url.replace(/^ws/, 'http').replace('/rtm/ws', '/rtm/sio/'))
  for (const [name, value] of Object.entries({ EIO: '4', transport: 'polling', ...query })) {
    address.searchParams.set(name, value)
  }
  return address
}
