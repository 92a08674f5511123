import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpResponse } from '@parley/core/adapter'
import { Mailbox } from '../test/mailbox.js'
import { createResponse, readBody, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, listen } from '../test/sockets.js'
import { createListener } from './listener.js'

interface Asked {
  readonly path: string
  readonly response: (response: HttpResponse) => void
}

const edge = new ScriptedEdge()
const server = createServer(createListener(edge))
let asked = new Mailbox<Asked>()
let askedCount = 0
let port = 0

before(async () => {
  port = await listen(server)
})
beforeEach(() => {
  asked = new Mailbox()
  askedCount = 0
  edge.respond = ({ path }) => {
    askedCount += 1
    return new Promise((response) => asked.put({ path, response }))
  }
})
after(() => {
  server.close()
  server.closeAllConnections()
})

/** Resolves when the check holds, after some turns of the event loop. */
async function eventually(check: () => boolean): Promise<void> {
  while (!check()) await nextTurn()
}

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const many = (count: number) => Array.from({ length: count }, (_, index) => `/parley/${index}`)

test('pipelined requests are handled one after the other, in their order', async () => {
  const paths = many(30)
  const requests = paths.map((path) => get(path)).join('') + get('/parley/last', 'Connection: close')
  const received = exchange(port, requests)
  for (const [index, expected] of [...paths, '/parley/last'].entries()) {
    const { path, response } = await asked.take()
    assert.equal(path, expected)
    assert.equal(askedCount, index + 1)
    response(createResponse(200, path))
  }
  const bodies = [...(await received).matchAll(/\r\n\r\n(\/parley\/(?:\d+|last))/g)].map(([, body]) => body)
  assert.deepEqual(bodies, [...paths, '/parley/last'])
})

test('the body of a request that waits is read in its turn', async () => {
  edge.respond = async (request) => createResponse(200, String((await readBody(request)).length))
  const length = 100_000
  const post = (...headers: string[]) =>
    `POST /parley/ HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}Content-Length: ${length}\r\n\r\n${'x'.repeat(length)}`
  const received = await exchange(port, post().repeat(20) + post('Connection: close\r\n'))
  assert.equal([...received.matchAll(/\r\n\r\n100000/g)].length, 21)
})

test('a waiting request with a chunked body cuts its connection off', async () => {
  const first = exchange(
    port,
    `${get('/parley/first')}POST /parley/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`,
  )
  assert.equal(await first, '')
  assert.equal(askedCount, 1)
})

test('a chunked body that follows a whole response is read, even if Node.js still writes that response', async () => {
  const text = 'r'.repeat(16_777_216)
  const { client } = await send(get('/parley/first'))
  const first = await asked.take()
  first.response(createResponse(200, text))
  // The client has read a part, so the response has ended, and most of it is not written.
  await once(client, 'readable')
  client.write(
    'POST /parley/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  )
  const second = await asked.take()
  second.response(createResponse(200, 'second'))
  let received = ''
  for await (const chunk of client.setEncoding('latin1')) received += chunk
  assert.match(received.slice(-1_000), /rHTTP\/1\.1 200 OK\r\n(.+\r\n)*\r\nsecond$/)
})

/** Sends all bytes on one connection. Returns both ends of it. */
async function send(bytes: string): Promise<{ readonly client: Socket; readonly serverSide: Socket }> {
  const connected = once(server, 'connection')
  const client = connect(port, '127.0.0.1')
  client.write(bytes)
  const [serverSide]: Socket[] = await connected
  assert.ok(serverSide !== undefined)
  return { client, serverSide }
}

test('a connection with many waiting requests is not read', async () => {
  const request = get(`/parley/${'x'.repeat(7_000)}`)
  const { client, serverSide } = await send(request.repeat(1_000))
  const { response } = await asked.take()
  await eventually(() => serverSide.isPaused())
  response(createResponse(200, ''))
  await asked.take()
  assert.equal(askedCount, 2)
  assert.ok(serverSide.bytesRead < 1_048_576, `${serverSide.bytesRead} bytes were read`)
  client.destroy()
})

test('a connection on which requests arrive one by one is not read at the limit of waiting requests', async () => {
  const { client, serverSide } = await send(get('/parley/first'))
  await asked.take()
  let parsedCount = 0
  const count = () => {
    parsedCount += 1
  }
  server.on('request', count)
  for (let sentCount = 1; !serverSide.isPaused(); sentCount += 1) {
    assert.ok(sentCount < 33, 'it is read on')
    client.write(get('/parley/next'))
    await eventually(() => parsedCount === sentCount)
    await nextTurn()
  }
  server.off('request', count)
  assert.equal(serverSide.destroyed, false)
  client.destroy()
})

test('one request above the hard limit of waiting requests cuts the connection off', async () => {
  const patient = await send(get('/parley/').repeat(33))
  await asked.take()
  await eventually(() => patient.serverSide.isPaused())
  assert.equal(patient.serverSide.destroyed, false)
  patient.client.destroy()
  let parsedCount = 0
  const count = () => {
    parsedCount += 1
  }
  server.on('request', count)
  const { client, serverSide } = await send(get('/parley/').repeat(1_000))
  client.on('error', () => undefined)
  await once(client.resume(), 'close')
  server.off('request', count)
  assert.equal(serverSide.destroyed, true)
  assert.equal(askedCount, 2)
  assert.equal(parsedCount, 34)
})

test('waiting requests of a broken connection are not started', async () => {
  const { client, serverSide } = await send(get('/parley/first') + get('/parley/second'))
  await asked.take()
  const closed = once(serverSide, 'close')
  client.destroy()
  await closed
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  assert.equal(askedCount, 1)
})
