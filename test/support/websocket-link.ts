import { once } from 'node:events'
import { WebSocket } from 'ws'
import { within } from './deadline.js'
import type { Headers, Link, LinkListener, Refusal, Wire } from './link.js'
import { userAgent } from './web-client.js'

export const webSocketWire: Wire = {
  name: 'websocket',
  hasControlFrames: true,
  sendsTogether: true,
  canStopReading: true,
  turnsPerRoundTrip: 100,
  async open(url: string, headers: Headers, listener: LinkListener): Promise<Link> {
    const websocket = connect(url, headers)
    websocket.on('message', (data) => listener.received(String(data)))
    websocket.on('close', (code, reason) => listener.closed({ code, reason: String(reason) }))
    await within(once(websocket, 'open'), () => `the connection to ${url}`)
    return linkOf(websocket)
  },
  async openRefused(url: string, headers: Headers): Promise<Refusal> {
    const websocket = connect(url, headers)
    websocket.on('open', () => websocket.terminate())
    const [, response] = await within(once(websocket, 'unexpected-response'), () => `a refusal from ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const retryAfter = response.headers['retry-after']
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return { status: response.statusCode, body, ...(retryAfter !== undefined && { retryAfter }) }
  },
}

function connect(url: string, headers: Headers): WebSocket {
  return new WebSocket(url, { headers: { 'user-agent': userAgent, ...headers } })
}

function linkOf(websocket: WebSocket): Link {
  return {
    send: (text) => websocket.send(text),
    sendBinary: (bytes) => websocket.send(bytes, { binary: true }),
    ping() {
      const pong = once(websocket, 'pong')
      websocket.ping()
      return pong
    },
    pong: () => websocket.pong(),
    pause: () => websocket.pause(),
    resume: () => websocket.resume(),
    close: () => websocket.close(),
  }
}
