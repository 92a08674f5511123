import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:https'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ParleyServer, serve } from '@parley/adapter-node'
import { attachSocketIo, type SocketIoAttachment } from '@parley/adapter-socketio'
import { createParley, memoryBus, type Parley } from '@parley/core'
import type { Bus, BusMessage } from '@parley/core/ports'
import { io } from 'socket.io-client'
import { certificate } from '../../support/certificate.js'
import { within } from '../../support/deadline.js'
import { at } from '../../support/json.js'
import { noSqlite, sqliteStorageAt } from '../../support/sqlite-file.js'
import { GuideFolder, guideFile } from './guide.js'
import { Nginx, noNginx } from './nginx.js'
import { Shop } from './shop.js'

interface Node {
  readonly parley: Parley
  readonly server: ParleyServer
  readonly socketIo: SocketIoAttachment
  /** Paths of the requests that the node received. */
  readonly requestedUrls: string[]
}

const skip = noNginx || noSqlite
const folder = new GuideFolder()
const nodes: Node[] = []
let nginx: Nginx
let shop: Shop

before(async () => {
  if (skip) return
  const bus = memoryBus<BusMessage>()
  nodes.push(await startNode(bus), await startNode(bus))
  const [first] = nodes
  assert.ok(first)
  shop = await Shop.open(first.parley)
  const ports = nodes.map(({ server }) => server.port)
  nginx = await Nginx.start(guideFile('parley.conf'), ports)
})
after(async () => {
  await nginx?.stop()
  for (const { parley, server, socketIo } of nodes) {
    await Promise.all([parley.close(), server.close()])
    await socketIo.close()
  }
  folder.remove()
})

async function startNode(bus: Bus<BusMessage>): Promise<Node> {
  const storage = sqliteStorageAt(join(folder.path, 'parley.db'))
  const parley = await createParley({ storage, bus, trustProxy: 1 })
  const server = await serve(parley, { port: 0 })
  const requestedUrls: string[] = []
  server.server.prependListener('request', ({ url = '' }) => requestedUrls.push(url))
  return { parley, server, socketIo: attachSocketIo(server.server, parley), requestedUrls }
}

test('a websocket on one node receives events sent to the other node, which has fewer connections', {
  skip,
}, async () => {
  const desk = await shop.listen(nginx.origin)
  for (let n = 0; n < 10; n += 1) {
    await shop.say(nginx.origin, `message ${n}`)
    await desk.waitForMessage(`message ${n}`)
  }
  desk.close()
  const counts = nodes.map(
    ({ requestedUrls }) => requestedUrls.filter((url) => url.includes('send_event')).length,
  )
  assert.deepEqual(counts.sort(), [0, 10])
})

test('Socket.IO with polling only stays on one node, and receives events from the other', {
  skip,
}, async () => {
  const socket = io(nginx.origin, { path: '/agent/v0.4/rtm/sio', transports: ['polling'], forceNew: true })
  const received = new Set<unknown>()
  const receivedAll = new Promise<void>((resolve) => {
    socket.on('message', (frame: unknown) => {
      if (at(frame, 'action') === 'incoming_event') received.add(at(frame, 'payload.event.text'))
      if (received.size === 4) resolve()
    })
  })
  const loggedIn = new Promise<unknown>((resolve) => socket.once('message', resolve))
  await within(
    new Promise((resolve) => socket.once('connect', () => resolve(undefined))),
    () => 'a connection',
  )
  socket.emit('message', { action: 'login', payload: { token: shop.agentToken } })
  assert.equal(at(await within(loggedIn, () => 'the login'), 'success'), true)
  for (let n = 0; n < 4; n += 1) await shop.say(nginx.origin, `polled ${n}`)
  await within(receivedAll, () => `four messages; received: ${[...received]}`)
  socket.close()
})

test('TLS is terminated at the proxy', { skip }, async () => {
  const [response] = await once(
    get(`https://127.0.0.1:${nginx.securePort}/health/ready`, { ca: certificate.cert }),
    'response',
  )
  response.resume()
  assert.equal(response.statusCode, 200)
})

test('a client cannot forge its address through the proxy', { skip }, async () => {
  const spoofed = { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' }
  assert.equal(await shop.addressSeen(nginx.origin, spoofed), '127.0.0.1')
})
