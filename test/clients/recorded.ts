import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { httpMessage } from '../fuzz/attack.js'
import { type HttpAnswer, parseAnswer } from '../fuzz/http-peer.js'
import type { Client } from './client.js'
import type { RequestCase } from './request-cases.js'

type Header = readonly [name: string, value: string]

/** A function that returns the headers of a request as a program sends them. */
type Recording = (request: RequestCase, host: string) => readonly Header[]

/** The headers of curl 7.88. */
const curlHeaders: Recording = (request, host) => [
  ['Host', host],
  ['User-Agent', 'curl/7.88.1'],
  ['Accept', '*/*'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Upgrade', 'h2c'],
  ['HTTP2-Settings', 'AAMAAABkAAQCAAAAAAIAAAAA'],
  ...request.headers,
  ...framingOf(request),
]

/** The headers of Java 17, which sends a length even without a body. */
const javaHeaders: Recording = (request, host) => [
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ...(request.body === '' ? [lengthOf('')] : framingOf(request)),
  ['Host', host],
  ['HTTP2-Settings', 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA'],
  ['Upgrade', 'h2c'],
  ['User-Agent', 'Java-http-client/17.0.15'],
  ...request.headers,
]

/** The headers of Go's `net/http`, which asks for no upgrade. */
const goHeaders: Recording = (request, host) => [
  ['Host', host],
  ['User-Agent', 'Go-http-client/1.1'],
  ...framingOf(request),
  ...request.headers,
  ['Accept-Encoding', 'gzip'],
]

export const recordings: readonly Client[] = [
  replay('curl --http2, as recorded', curlHeaders),
  replay("Java's default client, as recorded", javaHeaders),
  replay("Go's default client, as recorded", goHeaders),
]

/** Returns a client that replays recorded headers on one connection. */
function replay(name: string, record: Recording): Client {
  return {
    name,
    skip: false,
    async ask(origin, request) {
      const socket = await openSocket(new URL(origin))
      const answers: HttpAnswer[] = []
      for (const one of request) {
        const { method, target, body, isChunked } = one
        const framed = isChunked ? inChunks(body) : body
        socket.write(httpMessage(method, target, record(one, new URL(origin).host), framed))
        answers.push(await readResponse(socket))
      }
      socket.destroy()
      return answers
    },
  }
}

function lengthOf(body: string): Header {
  return ['Content-Length', String(body.length)]
}

function framingOf({ body, isChunked }: RequestCase): readonly Header[] {
  if (isChunked) return [['Transfer-Encoding', 'chunked']]
  return body === '' ? [] : [lengthOf(body)]
}

const chunkLength = 16_384

function inChunks(body: string): string {
  let chunks = ''
  for (let at = 0; at < body.length; at += chunkLength) {
    const chunk = body.slice(at, at + chunkLength)
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  }
  return `${chunks}0\r\n\r\n`
}

async function openSocket({ protocol, port, hostname }: URL): Promise<Socket> {
  const address = { port: Number(port), host: hostname }
  const isSecure = protocol === 'https:'
  const socket = isSecure ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address)
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  return socket
}

/** Resolves with the next response on the socket. Rejects when the connection ends without one. */
async function readResponse(socket: Socket): Promise<HttpAnswer> {
  let received = Buffer.alloc(0)
  const closed = once(socket, 'close').then(() => [undefined])
  for (;;) {
    const [chunk]: (Buffer | undefined)[] = await Promise.race([once(socket, 'data'), closed])
    if (chunk === undefined) throw new Error(`no valid response: ${received.toString('latin1')}`)
    received = Buffer.concat([received, chunk])
    const answer = parseAnswer(received, false)
    if (answer !== undefined) return answer
  }
}
