import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { type TestContext, test } from 'node:test'
import { attachRtm, createListener } from '@parley/adapter-node'
import { attachSocketIo, type SocketIoAttachment } from '@parley/adapter-socketio'
import { createParley, type Parley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import express from 'express'
import { io, type Socket } from 'socket.io-client'
import { type WebSocket, WebSocketServer, WebSocket as WsClient } from 'ws'
import { certificate } from '../../support/certificate.js'
import { within } from '../../support/deadline.js'

const socketIoPath = '/customer/v0.5/rtm/sio'

interface Fixture {
  readonly server: Server
  readonly parley: Parley
  readonly port: number
  readonly licenseId: number
}

/** Starts a host with its own pages, whose listeners are registered before or after Parley's. */
async function setUp(
  context: TestContext,
  mount: (server: Server, parley: Parley) => void,
): Promise<Fixture> {
  const parley = await createParley({ storage: memoryStorage() })
  const server = createServer()
  mount(server, parley)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
  context.after(async () => {
    await parley.close()
    server.closeAllConnections()
    server.close()
  })
  return { server, parley, port: address.port, licenseId }
}

function pages(server: Server): void {
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/customer/') !== true) response.end('page')
  })
}

/** Adds a websocket server that handles only its own path. */
function otherWebSockets(server: Server): void {
  const websockets = new WebSocketServer({ noServer: true, clientTracking: false })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/other') return
    websockets.handleUpgrade(request, socket, head, (websocket: WebSocket) => websocket.send('other'))
  })
}

async function connectSocketIo({ port, licenseId }: Fixture, transports: string[]): Promise<Socket> {
  const client = io(`http://127.0.0.1:${port}`, {
    ...{
      path: socketIoPath,
      query: { license_id: licenseId },
      transports,
      forceNew: true,
      reconnection: false,
    },
  })
  await within(
    new Promise((resolve) => client.once('connect', () => resolve(undefined))),
    () => 'the connection',
  )
  return client
}

async function firstMessage(url: string, greeting?: string): Promise<string> {
  const websocket = new WsClient(url)
  if (greeting !== undefined) websocket.once('open', () => websocket.send(greeting))
  const [data] = await within(once(websocket, 'message'), () => `a message from ${url}`)
  websocket.terminate()
  return String(data)
}

async function assertAllServed(fixture: Fixture): Promise<void> {
  const { port, licenseId } = fixture
  for (const transports of [['polling'], ['websocket']]) {
    const client = await connectSocketIo(fixture, transports)
    const answer = new Promise((resolve) => client.once('message', resolve))
    client.emit('message', { action: 'ping' })
    assert.deepEqual(await answer, { action: 'ping', type: 'response', success: true })
    client.close()
  }
  const rtm = `ws://127.0.0.1:${port}/customer/v0.5/rtm/ws?license_id=${licenseId}`
  assert.match(await firstMessage(rtm, '{"action":"ping"}'), /"success":true/)
  assert.equal(await firstMessage(`ws://127.0.0.1:${port}/other`), 'other')
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'page')
}

test('attachSocketIo works before the listeners of the host, and beside its websockets', async (context) => {
  const fixture = await setUp(context, (server, parley) => {
    attachSocketIo(server, parley)
    attachRtm(server, parley)
    pages(server)
    otherWebSockets(server)
    const toParley = createListener(parley)
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/customer/') === true) toParley(request, response)
    })
  })
  await assertAllServed(fixture)
})

test('attachSocketIo works after the listeners of the host, and beside its websockets', async (context) => {
  const fixture = await setUp(context, (server, parley) => {
    pages(server)
    otherWebSockets(server)
    attachRtm(server, parley)
    attachSocketIo(server, parley)
  })
  await assertAllServed(fixture)
})

test('closing the attachment restores the server, which keeps serving', async (context) => {
  let attachment: SocketIoAttachment | undefined
  const fixture = await setUp(context, (server, parley) => {
    pages(server)
    attachment = attachSocketIo(server, parley)
  })
  assert.ok(attachment)
  const { server, port } = fixture
  const clients = await Promise.all([
    connectSocketIo(fixture, ['polling']),
    connectSocketIo(fixture, ['websocket']),
  ])
  const ends = clients.map((client) => new Promise((resolve) => client.once('disconnect', resolve)))
  await Promise.all([attachment.close(), attachment.close(), ...ends])
  assert.equal(Object.hasOwn(server, 'emit'), false)
  assert.equal(server.listenerCount('upgrade'), 0)
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'page')
  assert.equal(await (await fetch(`http://127.0.0.1:${port}${socketIoPath.slice(9)}`)).text(), 'page')
})

test('attachSocketIo refuses servers that cannot work, and the error names the remedy', async (context) => {
  const { server, parley } = await setUp(context, () => undefined)
  const refused = (host: unknown, edge: unknown, mend: RegExp) =>
    assert.throws(
      () => Reflect.apply(attachSocketIo, undefined, [host, edge]),
      (cause) => cause instanceof TypeError && mend.test(cause.message),
    )
  refused(express(), parley, /attachSocketIo needs the server that listens.*what app\.listen\(\) returns/)
  refused(undefined, parley, /attachSocketIo needs the server that listens/)
  refused(server, Promise.resolve(parley), /await createParley/)
  for (const http2 of [createHttp2Server(), createSecureServer(certificate)]) {
    refused(http2, parley, /attachSocketIo needs .* allowHTTP1: true/)
  }
  const attachment = attachSocketIo(server, parley)
  const other = await createParley({ storage: memoryStorage() })
  context.after(() => other.close())
  refused(server, other, /attachSocketIo: \/customer is taken .* a baseUrl of its own/)
  refused(server, parley, /attached to a server once/)
  await attachment.close()
  await attachSocketIo(server, parley).close()
})
