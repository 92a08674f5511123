import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RtmLink, RtmListener, RtmPlace, RtmTransport } from './rtm-transport.js'

/** Opens connections of the suite over websocket. */
export const websocketTransport: RtmTransport<WebsocketLink> = {
  name: 'websocket',
  hasCloseCodes: true,
  connect: (place, listener) => WebsocketLink.open(websocketAddress(place), listener),
}

export function websocketAddress({ websocketUrl, path, query }: RtmPlace): string {
  return `${websocketUrl}${path}/ws${query === '' ? '' : `?${query}`}`
}

/** A websocket, with which a client can do what the protocol does not have, too. */
export class WebsocketLink implements RtmLink {
  readonly #websocket: WebSocket

  private constructor(websocket: WebSocket) {
    this.#websocket = websocket
  }

  static async open(address: string, listener: RtmListener): Promise<WebsocketLink> {
    const websocket = new WebSocket(address)
    let isOpen = false
    websocket.on('message', (data) => listener.frame(JSON.parse(String(data))))
    websocket.once('open', () => {
      isOpen = true
      // What goes wrong from then on is an end like any other.
      websocket.on('error', () => undefined)
    })
    websocket.on('close', (code) => {
      if (isOpen) listener.closed(code)
    })
    await once(websocket, 'open')
    return new WebsocketLink(websocket)
  }

  /** The status of the HTTP answer in place of a connection, and its body as JSON. */
  static async refusal(address: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const websocket = new WebSocket(address)
    websocket.once('open', () => websocket.emit('error', new Error(`${address} was not refused`)))
    const [, response] = await once(websocket, 'unexpected-response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: JSON.parse(String(Buffer.concat(chunks))) }
  }

  send(envelope: object): void {
    this.sendText(JSON.stringify(envelope))
  }

  sendText(text: string): void {
    this.#websocket.send(text)
  }

  sendBytes(bytes: Uint8Array): void {
    this.#websocket.send(bytes, { binary: true })
  }

  /** Resolves with the pong. */
  async ping(): Promise<void> {
    const pong = once(this.#websocket, 'pong')
    this.#websocket.ping()
    await pong
  }

  close(): void {
    this.#websocket.close()
  }
}
