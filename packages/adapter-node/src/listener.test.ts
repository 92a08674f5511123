import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpRequest } from '@parley/core/adapter'
import { Mailbox } from '../test/mailbox.js'
import { createResponse, getStream, readBody, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, listen } from '../test/sockets.js'
import { createListener } from './listener.js'

let edge = new ScriptedEdge()
let wasRead: ((request: IncomingMessage) => Promise<void>) | undefined
const server = createServer(async (request, response) => {
  await wasRead?.(request)
  createListener(edge)(request, response)
})
let port = 0
let origin = ''

before(async () => {
  port = await listen(server)
  origin = `http://127.0.0.1:${port}`
})
beforeEach(() => {
  edge = new ScriptedEdge()
  wasRead = undefined
})
after(() => {
  server.close()
  server.closeAllConnections()
})

const requestText = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

test('a request and its response are translated', async () => {
  const requests = new Mailbox<HttpRequest>()
  edge.respond = async (request) => {
    requests.put(request)
    return { status: 403, headers: { 'x-answer': 'yes' }, body: 'é' }
  }
  const response = await fetch(`${origin}/parley/a%20b?c=d&e`, { headers: { 'X-Ask': 'please' } })
  const { method, path, query, headers, remoteAddress } = await requests.take()
  assert.deepEqual([method, path, query, remoteAddress], ['GET', '/parley/a%20b', 'c=d&e', '127.0.0.1'])
  assert.equal(headers['x-ask'], 'please')
  assert.equal(response.status, 403)
  assert.equal(response.headers.get('x-answer'), 'yes')
  assert.equal(response.headers.get('content-length'), '2')
  assert.equal(await response.text(), 'é')
})

test('a body is read when the engine asks', async () => {
  edge.respond = async (request) => createResponse(200, await readBody(request))
  const body = 'x'.repeat(300_000)
  const response = await fetch(`${origin}/parley/`, { method: 'POST', body })
  assert.equal(await response.text(), body)
})

test('an absent body ends immediately', async () => {
  edge.respond = async (request) => createResponse(200, `<${await readBody(request)}>`)
  assert.equal(await (await fetch(`${origin}/parley/`)).text(), '<>')
})

test('HEAD gets the length but no body, 204 neither', async () => {
  const head = await exchange(port, requestText('HEAD /parley/x'))
  assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(head, /content-length: 9\r\n/)
  assert.match(head, /\r\n\r\n$/)
  edge.respond = async () => ({ status: 204, headers: {}, body: '' })
  const preflight = await exchange(port, requestText('OPTIONS /parley/x'))
  assert.match(preflight, /^HTTP\/1\.1 204 /)
  assert.doesNotMatch(preflight, /content-length|transfer-encoding/i)
})

test('the absolute form of a target is accepted', async () => {
  edge.respond = async ({ path, query }) => createResponse(200, `${path} ${query}`)
  const response = await exchange(port, requestText('GET http://other.example/parley/a?b=c'))
  assert.match(response, /\r\n\r\n\/parley\/a b=c$/)
})

test('a client that expects 100-continue is told to go on', async () => {
  edge.respond = async (request) => createResponse(200, await readBody(request))
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText('POST /parley/', 'Expect: 100-continue', 'Content-Length: 2'))
  const [interim] = await once(socket, 'data')
  assert.match(String(interim), /^HTTP\/1\.1 100 Continue\r\n/)
  socket.write('ok')
  const [final] = await once(socket, 'data')
  assert.match(String(final), /\r\n\r\nok$/)
  socket.destroy()
})

test('a response before the end of a request closes the connection, and is not lost', async () => {
  edge.respond = async (request) => {
    getStream(request).discard()
    return createResponse(401, 'unknown')
  }
  const head = requestText('POST /parley/', 'Content-Length: 5000000')
  const received = await exchange(port, head + 'x'.repeat(300_000))
  assert.match(received, /^HTTP\/1\.1 401 .*\r\nConnection: close\r\n.*unknown$/is)
})

test('a client that continues sending after the response is cut off', async () => {
  edge.respond = async () => createResponse(401, 'unknown')
  const connected = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  const [serverSide] = await connected
  socket.write(requestText('POST /parley/', 'Transfer-Encoding: chunked'))
  const chunks = '1\r\nx\r\n'.repeat(10_000)
  const pump = () => {
    while (!socket.destroyed && socket.write(chunks));
  }
  socket.on('drain', pump)
  pump()
  await new Promise((resolve) => socket.once('close', resolve))
  assert.ok(serverSide.bytesRead < 2_000_000, `${serverSide.bytesRead} bytes were read`)
})

test('a response to a request that has arrived completely keeps the connection', async () => {
  edge.respond = async () => createResponse(401, 'unknown')
  const body = '1\r\nx\r\n'.repeat(3)
  const head = 'POST /parley/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  const responses = await exchange(port, `${head}${body}0\r\n\r\n${requestText('GET /parley/')}`)
  assert.equal(responses.match(/HTTP\/1\.1 401/g)?.length, 2)
})

test('a body in very many tiny chunks is rejected, one in a thousand chunks is not', async () => {
  edge.respond = (request) =>
    readBody(request).then(
      (body) => createResponse(200, String(body.length)),
      (cause) => createResponse(400, String(cause)),
    )
  const send = (count: number) => {
    const head = requestText('POST /parley/', 'Transfer-Encoding: chunked')
    return exchange(port, `${head}${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`)
  }
  assert.match(await send(1_000), /200 OK.*\r\n1000$/s)
  assert.match(await send(1_001), /400 Bad Request.*too many small chunks$/s)
})

test('a client that reads only after sending everything gets its response', async () => {
  edge.respond = async () => ({ ...createResponse(413, 'too large'), headers: { connection: 'close' } })
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(requestText('POST /parley/', 'Content-Length: 300000'))
  for (let sent = 0; sent < 300_000; sent += 10_000) {
    await new Promise((resolve) => socket.write(Buffer.alloc(10_000), resolve))
    await nextTurn()
  }
  const [response] = await once(socket.resume(), 'data')
  assert.match(String(response), /^HTTP\/1\.1 413 .*too large$/s)
  await once(socket, 'close')
})

test('a client that never ends its rejected request is disconnected', async () => {
  edge.respond = async () => ({ ...createResponse(413, ''), headers: { connection: 'close' } })
  const request = requestText('POST /parley/', 'Content-Length: 10')
  assert.match(await exchange(port, request), /^HTTP\/1\.1 413 /)
})

test('after discard the engine receives no more of a body it was reading', async () => {
  const chunks = new Mailbox<number>()
  let heardAfterwards = 0
  edge.respond = (request) =>
    new Promise((resolve) => {
      let isDiscarded = false
      const hear = () => {
        if (isDiscarded) heardAfterwards++
      }
      const data = (chunk: Uint8Array) => {
        hear()
        isDiscarded = true
        getStream(request).discard()
        chunks.put(chunk.length)
        resolve(createResponse(413, ''))
        return undefined
      }
      getStream(request).read({ data, end: hear, fail: hear })
    })
  const response = await fetch(`${origin}/parley/`, { method: 'POST', body: 'x'.repeat(2_000_000) })
  await response.text()
  assert.ok((await chunks.take()) < 2_000_000)
  assert.equal(heardAfterwards, 0)
})

test('a client that disconnects while sending fails the body once, and gets no response', async () => {
  const failures = new Mailbox<unknown>()
  edge.respond = async (request) => {
    const failed = readBody(request).catch((cause: unknown) => failures.put(cause))
    socket.destroy()
    await failed
    return createResponse(400, 'for nobody')
  }
  const socket = connect(port, '127.0.0.1')
  socket.write(`${requestText('POST /parley/', 'Content-Length: 10')}half`)
  assert.ok((await failures.take()) instanceof Error)
  edge = new ScriptedEdge()
  assert.equal((await fetch(`${origin}/parley/alive`)).status, 200)
})

test('a body whose client is already gone fails instead of hanging', async () => {
  const failures = new Mailbox<unknown>()
  wasRead = async (request) => {
    socket.destroy()
    await new Promise((resolve) => request.on('close', resolve))
  }
  edge.respond = async (request) => {
    await readBody(request).catch((cause: unknown) => failures.put(cause))
    return createResponse(400, 'for nobody')
  }
  const socket = connect(port, '127.0.0.1')
  socket.write(`${requestText('POST /parley/', 'Content-Length: 10')}half`)
  assert.ok((await failures.take()) instanceof Error)
})

test('an engine that breaks its contract ends the request, not the process', async () => {
  edge.respond = () => Promise.reject(new Error('broken'))
  await assert.rejects(fetch(`${origin}/parley/`))
  edge.respond = async () => ({ status: 200, headers: { location: 'line\nbreak' }, body: '' })
  await assert.rejects(fetch(`${origin}/parley/`))
})

test('with next, only foreign paths are passed on', async () => {
  const listener = createListener(new ScriptedEdge())
  const host = createServer((request, response) => {
    listener(request, response, () => response.end('host'))
  })
  const hostPort = await listen(host)
  const textOf = async (path: string) => (await fetch(`http://127.0.0.1:${hostPort}${path}`)).text()
  assert.equal(await textOf('/else'), 'host')
  assert.equal(await textOf('/parley/x'), '/parley/x')
  host.close()
  host.closeAllConnections()
})

test('without next, the engine responds to foreign paths too', async () => {
  assert.equal(await (await fetch(`${origin}/else`)).text(), '/else')
})
