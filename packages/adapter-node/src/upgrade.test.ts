import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { ScriptedEdge } from '../test/scripted-edge.js'
import {
  exchange,
  h2cRequest,
  handshakeFor,
  listen,
  openRawWebSocket,
  openWebSocket,
} from '../test/sockets.js'
import { createUpgradeHandler, type UpgradeHandler } from './upgrade.js'

let edge = new ScriptedEdge()
let handle: UpgradeHandler = () => false
const server = createServer((_request, response) => response.end('plain')).on(
  'upgrade',
  (request, socket, head) => {
    if (!handle(request, socket, head)) socket.end('HTTP/1.1 418 Somebody else\r\n\r\n')
  },
)
let port = 0

before(async () => {
  port = await listen(server)
})
beforeEach(() => {
  edge = new ScriptedEdge()
  handle = createUpgradeHandler(edge, server)
})
after(() => server.close())

test('the handshake is translated', async () => {
  const websocket = await openWebSocket(port, '/parley/rtm?license_id=1')
  const { connection, handshake } = await edge.sessions.take()
  assert.deepEqual([handshake.path, handshake.query], ['/parley/rtm', 'license_id=1'])
  assert.equal(connection.remoteAddress, '127.0.0.1')
  assert.equal(handshake.headers.upgrade, 'websocket')
  websocket.terminate()
})

test('foreign paths are not claimed', async () => {
  assert.match(await exchange(port, handshakeFor('/else')), /^HTTP\/1\.1 418 /)
})

test('a refused upgrade gets a plain response, and the connection ends', async () => {
  edge.refusal = { status: 404, headers: { 'content-type': 'application/json' }, body: '{"é":1}' }
  const [head, body] = (await exchange(port, handshakeFor('/parley/else'))).split('\r\n\r\n')
  assert.equal(body, '{"é":1}')
  assert.deepEqual(head?.split('\r\n'), [
    'HTTP/1.1 404 Not Found',
    'content-type: application/json',
    'content-length: 8',
    'connection: close',
  ])
})

for (const [what, status, right, wrong] of [
  ['a version that is not spoken', 400, 'Version: 13', 'Version: 12'],
  ['a key that is none', 400, 'AAAA==', 'AAAA'],
  ['a choice of protocols', 400, 'websocket', 'h2c, WebSocket'],
  ['another method', 405, 'GET', 'POST'],
] as const) {
  test(`rejects a websocket handshake with ${what}`, async () => {
    const handshake = handshakeFor('/parley/rtm').replace(right, wrong)
    assert.match(await exchange(port, handshake), new RegExp(`^HTTP/1\\.1 ${status} `))
  })
}

test('an upgrade to another protocol is handled as a plain request', async () => {
  assert.match(await exchange(port, h2cRequest('/parley/rtm')), /^HTTP\/1\.1 200 OK\r\n.*plain$/s)
})

test('a client that resets a refused connection does no harm', async () => {
  edge.refusal = { status: 404, headers: {}, body: 'x'.repeat(1_000_000) }
  const socket = connect(port, '127.0.0.1')
  socket.write(handshakeFor('/parley/rtm'))
  await once(socket, 'data')
  socket.resetAndDestroy()
  edge.refusal = undefined
  const websocket = await openWebSocket(port)
  websocket.terminate()
})

test('text, binary, ping and close reach the session in order, and a ping gets a pong', async () => {
  const websocket = await openWebSocket(port)
  const { calls: heard } = await edge.sessions.take()
  websocket.send('é😀')
  websocket.send(Buffer.from([1]))
  websocket.ping('payload')
  const [pong] = await once(websocket, 'pong')
  assert.equal(String(pong), 'payload')
  websocket.close()
  for (const expected of ['text é😀', 'binary', 'ping', 'closed']) assert.equal(await heard.take(), expected)
})

test('a connection lost without a close frame is a closed session', async () => {
  const socket = await openRawWebSocket(port)
  const { calls: heard } = await edge.sessions.take()
  socket.resetAndDestroy()
  assert.equal(await heard.take(), 'closed')
})

test('a frame over the limit closes with 1009 and does not reach the session', async () => {
  const websocket = await openWebSocket(port)
  const { calls: heard } = await edge.sessions.take()
  websocket.send('x'.repeat(edge.maxRtmFrameBytes))
  websocket.send('x'.repeat(edge.maxRtmFrameBytes + 1))
  const [code] = await once(websocket, 'close')
  assert.equal(code, 1009)
  assert.equal(await heard.take(), `text ${'x'.repeat(edge.maxRtmFrameBytes)}`)
  assert.equal(await heard.take(), 'closed')
})

test('text that is not UTF-8 closes with 1007', async () => {
  const websocket = await openWebSocket(port)
  websocket.send(Buffer.from([0xff]), { binary: false })
  const [code] = await once(websocket, 'close')
  assert.equal(code, 1007)
})
