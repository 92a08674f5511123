import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { answerWith, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, handshakeFor, listen, openWebSocket } from '../test/sockets.js'
import { attachRtm } from './attach.js'

const edge = new ScriptedEdge()
const server = createServer((_request, response) => response.end('plain'))
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

test('as the only listener it lets the engine answer foreign upgrades', async () => {
  edge.answer = async ({ path, method }) => answerWith(404, `${method} ${path}`)
  const attachment = attachRtm(server, edge)
  const answer = await exchange(port, handshakeFor('/else'))
  assert.match(answer, /^HTTP\/1\.1 404 Not Found\r\n.*connection: close\r\n\r\nGET \/else$/s)
  attachment.detach()
})

test('detached, it takes no more upgrades and leaves open connections alone', async () => {
  const attachment = attachRtm(server, edge)
  const websocket = await openWebSocket(port)
  const { connection, heard } = await edge.sessions.take()
  attachment.detach()
  assert.equal(server.listenerCount('upgrade'), 0)
  await assert.rejects(openWebSocket(port), /200/)
  websocket.send('still here')
  assert.equal(await heard.take(), 'text still here')
  connection.terminate()
})
