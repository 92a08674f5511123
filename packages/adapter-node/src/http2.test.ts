import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createSecureServer,
  type Http2SecureServer,
} from 'node:http2'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type { HttpRequest } from '@parley/core/adapter'
import { WebSocket } from 'ws'
import { certificate } from '../../../test/support/certificate.js'
import { Mailbox } from '../test/mailbox.js'
import { createResponse, getStream, readBody, ScriptedEdge } from '../test/scripted-edge.js'
import { listen } from '../test/sockets.js'
import { attachRtm } from './attach.js'
import { createListener } from './listener.js'

interface Fixture {
  readonly edge: ScriptedEdge
  readonly client: ClientHttp2Session
  readonly port: number
  readonly server: Http2SecureServer
}

/** Starts a host with HTTP/2 over TLS, which also speaks HTTP/1.1. */
async function connected(context: TestContext): Promise<Fixture> {
  const edge = new ScriptedEdge()
  const server = createSecureServer({ ...certificate, allowHTTP1: true })
  const toParley = createListener(edge)
  server.on('request', (request, response) => {
    toParley(request, response, () => response.end('The rest of my site'))
  })
  attachRtm(server, edge)
  const port = await listen(server)
  const client = connect(`https://localhost:${port}`, { ca: certificate.cert })
  await once(client, 'connect')
  context.after(() => {
    client.destroy()
    server.close()
  })
  return { edge, client, port, server }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = await once(stream, 'response')
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'close')
  return { status: headers[':status'], headers, body: Buffer.concat(chunks).toString() }
}

const ask = (client: ClientHttp2Session, path: string, headers = {}) =>
  answerOf(client.request({ ':path': path, ...headers }))

test('a request and its response are translated', async (context) => {
  const { edge, client, port } = await connected(context)
  const requests = new Mailbox<HttpRequest>()
  edge.respond = async (request) => {
    requests.put(request)
    return { status: 403, headers: { 'x-answer': 'yes', Connection: 'close' }, body: 'é' }
  }
  const { status, headers, body } = await ask(client, '/parley/a%20b?c=d', { 'x-ask': 'please' })
  const request = await requests.take()
  assert.deepEqual([request.method, request.path, request.query], ['GET', '/parley/a%20b', 'c=d'])
  assert.deepEqual(
    { ...request.headers },
    { 'x-ask': 'please', host: `localhost:${port}` },
    'pseudo-headers are no headers',
  )
  assert.deepEqual([request.remoteAddress, request.isSecure], ['127.0.0.1', true])
  assert.deepEqual([status, headers['x-answer'], headers['content-length'], body], [403, 'yes', '2', 'é'])
  assert.equal((await ask(client, '/else')).body, 'The rest of my site')
})

test('a body is read when the engine asks, announced or not', async (context) => {
  const { edge, client } = await connected(context)
  edge.respond = async (request) => createResponse(200, await readBody(request))
  const body = 'x'.repeat(300_000)
  for (const headers of [{}, { 'content-length': body.length }]) {
    const stream = client.request({ ':method': 'POST', ':path': '/parley/', ...headers })
    stream.end(body)
    assert.equal((await answerOf(stream)).body, body)
  }
  assert.equal((await ask(client, '/parley/')).body, '')
})

test('a body that breaks off fails', async (context) => {
  const { edge, client } = await connected(context)
  const endings = new Mailbox<string>()
  const begun = new Mailbox<number>()
  edge.respond = (request) =>
    new Promise((resolve) => {
      getStream(request).read({
        data: ({ length }) => void begun.put(length),
        end: () => endings.put('end'),
        fail: () => {
          endings.put('fail')
          resolve(createResponse(400, ''))
        },
      })
    })
  const stream = client.request({ ':method': 'POST', ':path': '/parley/' })
  stream.on('error', () => undefined)
  stream.write('half of it')
  assert.equal(await begun.take(), 10)
  // Closing the stream would end the body first.
  client.destroy()
  assert.equal(await endings.take(), 'fail')
})

test('a response during a request ends the stream, not the connection', async (context) => {
  const { edge, client } = await connected(context)
  edge.respond = async (request) => {
    getStream(request).discard()
    return createResponse(413, 'too large')
  }
  const stream = client.request({ ':method': 'POST', ':path': '/parley/' })
  stream.write('x'.repeat(10_000))
  assert.deepEqual([(await answerOf(stream)).status, stream.rstCode], [413, constants.NGHTTP2_NO_ERROR])
  edge.respond = async () => createResponse(200, 'next')
  assert.equal((await ask(client, '/parley/')).body, 'next')
})

test('a client that disconnects after an early response leaves no connection behind', {
  timeout: 20_000,
}, async (context) => {
  const { edge, client, server } = await connected(context)
  edge.respond = async (request) => {
    getStream(request).discard()
    return createResponse(413, 'too large')
  }
  const stream = client.request({ ':method': 'POST', ':path': '/parley/' })
  stream.write('half of it')
  await answerOf(stream)
  client.destroy()
  // Resolves when the last connection has closed.
  await promisify(server.close.bind(server))()
})

test('HEAD and 204 have no body', async (context) => {
  const { edge, client } = await connected(context)
  const head = await ask(client, '/parley/x', { ':method': 'HEAD' })
  assert.deepEqual([head.status, head.headers['content-length'], head.body], [200, '9', ''])
  edge.respond = async () => ({ status: 204, headers: {}, body: '' })
  assert.equal((await ask(client, '/parley/x')).status, 204)
})

test('a streamed body arrives completely, or ends in an error', async (context) => {
  const { edge, client } = await connected(context)
  const gone = new Mailbox<string>()
  const source = (count: number, length: number) => ({
    status: 200,
    headers: {},
    body: { chunks: chunks(count, gone), length },
    onClose: () => gone.put('gone'),
  })
  edge.respond = async () => source(40, 40 * 65_536)
  assert.equal((await ask(client, '/parley/')).body.length, 40 * 65_536)
  assert.deepEqual([await gone.take(), await gone.take()], ['returned', 'gone'])
  edge.respond = async () => source(1, 2 * 65_536)
  await assert.rejects(ask(client, '/parley/'))
  assert.deepEqual([await gone.take(), await gone.take()], ['returned', 'gone'])
})

test('the body of a disconnected client is no longer read', async (context) => {
  const { edge, client } = await connected(context)
  const gone = new Mailbox<string>()
  edge.respond = async () => ({
    status: 200,
    headers: {},
    body: { chunks: chunks(Number.POSITIVE_INFINITY, gone) },
    onClose: () => gone.put('gone'),
  })
  const stream = client.request({ ':path': '/parley/' })
  stream.on('error', () => undefined)
  await once(stream, 'response')
  stream.close(constants.NGHTTP2_CANCEL)
  assert.deepEqual(new Set([await gone.take(), await gone.take()]), new Set(['returned', 'gone']))
})

test('one connection has at most a hundred concurrent requests, and further ones are refused', async (context) => {
  const { edge, client } = await connected(context)
  const waiting: (() => void)[] = []
  edge.respond = () => new Promise((resolve) => waiting.push(() => resolve(createResponse(200, ''))))
  const streams = Array.from({ length: 101 }, () => client.request({ ':path': '/parley/' }))
  const refused = streams.at(-1)
  assert.ok(refused)
  await once(refused, 'error')
  assert.deepEqual([refused.rstCode, waiting.length], [constants.NGHTTP2_REFUSED_STREAM, 100])
  const responses = streams.slice(0, 100).map(answerOf)
  for (const response of waiting.splice(0)) response()
  await Promise.all(responses)
  edge.respond = async () => createResponse(200, 'again')
  assert.equal((await ask(client, '/parley/')).body, 'again')
})

test('websockets connect over HTTP/1.1 on the same port', async (context) => {
  const { edge, port } = await connected(context)
  const websocket = new WebSocket(`wss://localhost:${port}/parley/rtm`, { ca: certificate.cert })
  await once(websocket, 'open')
  const { calls: heard } = await edge.sessions.take()
  websocket.send('hello')
  assert.equal(await heard.take(), 'text hello')
  websocket.terminate()
})

async function* chunks(count: number, gone: Mailbox<string>): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < count; at += 1) yield Buffer.alloc(65_536, 'x')
  } finally {
    gone.put('returned')
  }
}
