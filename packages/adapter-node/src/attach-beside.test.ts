import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { type TestContext, test } from 'node:test'
import express from 'express'
import { WebSocket, WebSocketServer } from 'ws'
import { certificate } from '../../../test/support/certificate.js'
import { ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, h2cRequest, handshakeFor, listen, openWebSocket } from '../test/sockets.js'
import { attachRtm } from './attach.js'
import { createListener } from './listener.js'

/** An engine with a different prefix. */
class OtherEdge extends ScriptedEdge {
  override readonly paths = ['/other']
  override owns(path: string): boolean {
    return path.startsWith('/other/')
  }
}

interface Host {
  readonly server: Server
  readonly port: number
  readonly edge: ScriptedEdge
}

async function host(
  context: TestContext,
  attach: (server: Server, edge: ScriptedEdge) => void,
): Promise<Host> {
  const server = createServer(({ url }, response) => response.end(`plain ${url}`))
  const edge = new ScriptedEdge()
  attach(server, edge)
  const port = await listen(server)
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, port, edge }
}

/** Greets every websocket that connects to the host. */
function greeter(server: Server, path?: string): void {
  const others = new WebSocketServer(path === undefined ? { server } : { server, path })
  others.on('connection', (websocket) => websocket.send('hello from the host'))
}

async function greeting(port: number, path: string): Promise<string> {
  const websocket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  const [data] = await once(websocket, 'message')
  websocket.terminate()
  return String(data)
}

async function talk({ port, edge }: Host, path = '/parley/rtm'): Promise<void> {
  const websocket = await openWebSocket(port, path)
  const { calls: heard, connection } = await edge.sessions.take()
  websocket.send('hello')
  assert.equal(await heard.take(), 'text hello')
  connection.close(4000, 'bye')
  assert.equal((await once(websocket, 'close'))[0], 4000)
}

const orders = {
  'before Parley': (path?: string) => (server: Server, edge: ScriptedEdge) => {
    greeter(server, path)
    attachRtm(server, edge)
  },
  'after Parley': (path?: string) => (server: Server, edge: ScriptedEdge) => {
    attachRtm(server, edge)
    greeter(server, path)
  },
}

for (const [order, attach] of Object.entries(orders)) {
  for (const path of [undefined, '/else']) {
    test(`a ws server ${path === undefined ? 'for every path' : 'for one path'} that was attached ${order} keeps its own upgrades`, async (context) => {
      const beside = await host(context, attach(path))
      await talk(beside)
      assert.equal(await greeting(beside.port, '/else'), 'hello from the host')
      await talk(beside)
      assert.match(await exchange(beside.port, h2cRequest('/parley/x')), /\r\n\r\nplain \/parley\/x$/)
    })
  }
}

test('two engines share a server, and foreign upgrades are handled as plain requests', async (context) => {
  const second = new OtherEdge()
  const beside = await host(context, (server, edge) => {
    attachRtm(server, edge)
    attachRtm(server, second)
  })
  await talk(beside)
  await talk({ ...beside, edge: second }, '/other/rtm')
  for (const path of ['/parley/x', '/other/x', '/else']) {
    assert.match(await exchange(beside.port, h2cRequest(path)), new RegExp(`plain ${path}$`))
  }
  assert.match(await exchange(beside.port, handshakeFor('/else')), /^HTTP\/1\.1 200 .*plain \/else$/s)
})

test('detaching one engine does not affect the others', async (context) => {
  const second = new OtherEdge()
  const beside = await host(context, () => undefined)
  const first = attachRtm(beside.server, beside.edge)
  const last = attachRtm(beside.server, second)
  greeter(beside.server, '/else')
  first.detach()
  await talk({ ...beside, edge: second }, '/other/rtm')
  assert.equal(await greeting(beside.port, '/else'), 'hello from the host')
  attachRtm(beside.server, beside.edge)
  last.detach()
  await talk(beside)
})

test('attachments that cannot work throw immediately, with a remedy', async (context) => {
  const { server, edge } = await host(context, () => undefined)
  const refused = (attach: () => unknown, mend: RegExp) =>
    assert.throws(attach, (cause) => cause instanceof TypeError && mend.test(cause.message))
  const app: unknown = express()
  refused(() => Reflect.apply(attachRtm, undefined, [app, edge]), /what app\.listen\(\) returns/)
  refused(() => Reflect.apply(attachRtm, undefined, [undefined, edge]), /the server that listens/)
  const promised = Promise.resolve(edge)
  refused(() => Reflect.apply(attachRtm, undefined, [server, promised]), /await createParley/)
  refused(() => Reflect.apply(createListener, undefined, [promised]), /await createParley/)
  for (const http2 of [createHttp2Server(), createSecureServer(certificate)]) {
    refused(() => Reflect.apply(attachRtm, undefined, [http2, edge]), /allowHTTP1: true/)
  }
  attachRtm(createSecureServer({ ...certificate, allowHTTP1: true }), edge)
  attachRtm(server, edge)
  refused(() => attachRtm(server, new ScriptedEdge()), /\/parley is taken .* a baseUrl of its own/)
  refused(() => attachRtm(server, edge), /attached to a server once/)
  assert.equal(server.listenerCount('upgrade'), 1)
})
