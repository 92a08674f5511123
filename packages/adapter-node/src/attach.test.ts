import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { after, before, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, h2cRequest, handshakeFor, listen, openWebSocket } from '../test/sockets.js'
import { attachRtm } from './attach.js'

const edge = new ScriptedEdge()
const server = createServer(({ method, url }, response) => response.end(`plain ${method} ${url}`))
let port = 0

before(async () => {
  port = await listen(server)
})
after(() => {
  server.close()
  server.closeAllConnections()
})

test('Parley and another upgrade listener serve their own paths on one server', async () => {
  const attachment = attachRtm(server, edge)
  const others = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/else') return
    others.handleUpgrade(request, socket, head, (websocket) => websocket.close(4999))
  })
  const other = await openWebSocket(port, '/else')
  const ours = await openWebSocket(port)
  const session = await edge.sessions.take()
  assert.equal(session.handshake.path, '/parley/rtm')
  ours.terminate()
  other.terminate()
  attachment.detach()
  server.removeAllListeners('upgrade')
})

test('attachRtm alone makes the server handle foreign upgrades as plain requests', async () => {
  const attachment = attachRtm(server, edge)
  for (const upgrade of [handshakeFor('/else'), h2cRequest('/else')]) {
    assert.match(await exchange(port, upgrade), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nplain GET \/else$/s)
  }
  attachment.detach()
})

test('an upgrade of a Parley path to another protocol is declined, even with other listeners', async () => {
  const attachment = attachRtm(server, edge)
  const seen: (string | undefined)[] = []
  const other = ({ url }: IncomingMessage, socket: Duplex) => {
    seen.push(url)
    if (url === '/else') socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  }
  server.on('upgrade', other)
  assert.match(await exchange(port, h2cRequest('/parley/x')), /\r\n\r\nplain GET \/parley\/x$/)
  assert.match(await exchange(port, h2cRequest('/else')), /^HTTP\/1\.1 101 /)
  assert.equal(seen.at(-1), '/else')
  server.off('upgrade', other)
  attachment.detach()
})

test('detach stops taking upgrades, and leaves open connections alone', async () => {
  const attachment = attachRtm(server, edge)
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  attachment.detach()
  assert.equal(server.listenerCount('upgrade'), 0)
  await assert.rejects(openWebSocket(port), /200/)
  websocket.send('still here')
  assert.equal(await heard.take(), 'text still here')
  connection.terminate()
})
