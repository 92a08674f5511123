import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RtmAddress, RtmLink, RtmListener, RtmTransport } from './rtm-transport.js'

/** Opens the suite's connections over websockets. */
export const websocketTransport: RtmTransport<WebsocketLink> = {
  name: 'websocket',
  hasCloseCodes: true,
  connect: (place, listener) => WebsocketLink.open(websocketAddress(place), listener),
}

export function websocketAddress({ websocketUrl, path, query }: RtmAddress): string {
  return `${websocketUrl}${path}/ws${query === '' ? '' : `?${query}`}`
}

/** A websocket that can also send what the protocol does not allow. */
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
      // Errors after the opening are ignored: the close event that follows is enough.
      websocket.on('error', () => undefined)
    })
    websocket.on('close', (code) => {
      if (isOpen) listener.closed(code)
    })
    await once(websocket, 'open')
    return new WebsocketLink(websocket)
  }

  /** Opens a websocket that must be refused, and returns the status and JSON body of the HTTP response. */
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

  /** Sends a ping and resolves when the pong arrives. */
  async ping(): Promise<void> {
    const pong = once(this.#websocket, 'pong')
    this.#websocket.ping()
    await pong
  }

  close(): void {
    this.#websocket.close()
  }
}
