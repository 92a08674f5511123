import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpResponse } from '@parley/core/adapter'
import { declinesItself } from '../test/declining-host.js'
import { Mailbox } from '../test/mailbox.js'
import { RawClient } from '../test/raw-client.js'
import { createResponse, readBody, ScriptedEdge } from '../test/scripted-edge.js'
import { type ParleyServer, serve } from './serve.js'

const get = 'GET /parley/x HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = 'POST /parley/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody'

interface Fixture {
  readonly edge: ScriptedEdge
  readonly server: ParleyServer
  readonly client: RawClient
  /** The server's end of the client's connection. */
  readonly serverSide: Socket
}

/** Starts a server, and a client that has connected and sent one request. */
async function given(context: TestContext): Promise<Fixture> {
  const edge = new ScriptedEdge()
  const server = await serve(edge, { port: 0 })
  const accepted = once(server.server, 'connection')
  const client = await RawClient.open(server.port)
  const [serverSide]: Socket[] = await accepted
  assert.ok(serverSide !== undefined)
  context.after(() => void client.socket.destroy())
  client.send(get)
  assert.equal((await client.nextResponse()).headers.get('connection'), 'keep-alive')
  return { edge, server, client, serverSide }
}

/** Holds requests until the test responds to them. */
function held(edge: ScriptedEdge): Mailbox<(response: HttpResponse) => void> {
  const responses = new Mailbox<(response: HttpResponse) => void>()
  edge.respond = () => new Promise((response) => responses.put(response))
  return responses
}

/** Makes the engine read bodies and respond with the outcome. */
function reading(edge: ScriptedEdge): Mailbox<unknown> {
  const begun = new Mailbox<unknown>()
  edge.respond = (request) => {
    const body = readBody(request)
    begun.put(request)
    return body.then(
      (text) => createResponse(200, text),
      (cause: Error) => createResponse(503, cause.message),
    )
  }
  return begun
}

test('a request whose body does not arrive is rejected when closing begins', async (context) => {
  const { edge, server, client } = await given(context)
  const begun = reading(edge)
  client.send(post.slice(0, -1))
  await begun.take()
  const closing = server.close()
  const { status, headers, body } = await client.nextResponse()
  assert.deepEqual([status, headers.get('connection')], [503, 'close'])
  assert.equal(body, 'Service unavailable: shutting down')
  await Promise.all([closing, client.closed])
})

test('a request whose body is complete gets its response', async (context) => {
  const { edge, server, client } = await given(context)
  const responses = held(edge)
  client.send(post)
  const response = await responses.take()
  const closing = server.close()
  response(createResponse(200, 'done'))
  assert.equal((await client.nextResponse()).body, 'done')
  await closing
})

for (const [when, wait] of [
  ['in the same turn', async () => {}],
  ['in the next turn', nextTurn],
  ['a little later', () => new Promise((resolve) => setTimeout(resolve, 50))],
] as const) {
  test(`a request on an idle connection that is sent ${when} gets its response, as the last one`, async (context) => {
    const { server, client } = await given(context)
    const closing = server.close()
    await wait()
    client.send(get)
    const { status, headers } = await client.nextResponse()
    assert.deepEqual([status, headers.get('connection')], [200, 'close'])
    await Promise.all([closing, client.closed])
  })
}

test('a client that the server has not accepted yet is served, a later one is not', async () => {
  const server = await serve(new ScriptedEdge(), { port: 0 })
  const opening = RawClient.open(server.port)
  const closing = server.close()
  const client = await opening
  client.send(get)
  const { status, headers } = await client.nextResponse()
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  await Promise.all([closing, client.closed])
  await assert.rejects(RawClient.open(server.port), { code: 'ECONNREFUSED' })
})

test('a partly received request gets its response once it is complete', async (context) => {
  const { server, client } = await given(context)
  const first = await RawClient.open(server.port)
  const idle = await RawClient.open(server.port)
  first.send(get.slice(0, 20))
  client.send(get)
  await client.nextResponse()
  const closing = server.close()
  client.send(get.slice(0, 20))
  await idle.closed
  for (const each of [client, first]) {
    each.send(get.slice(20))
    assert.equal((await each.nextResponse()).headers.get('connection'), 'close')
  }
  await closing
})

test('a long response that has begun arrives completely', async (context) => {
  const { edge, server, client } = await given(context)
  const body = 'x'.repeat(20_000_000)
  edge.respond = async () => createResponse(200, body)
  client.send(get)
  await once(client.socket, 'data')
  client.socket.pause()
  const idle = await RawClient.open(server.port)
  const closing = server.close()
  await idle.closed
  client.socket.resume()
  assert.equal((await client.nextResponse()).body.length, body.length)
  await Promise.all([closing, client.closed])
})

test('requests that were sent together all get their responses', async (context) => {
  const { edge, server, client } = await given(context)
  const responses = held(edge)
  client.send(get.repeat(3))
  const first = await responses.take()
  const closing = server.close()
  first(createResponse(200, '1'))
  for (const text of ['2', '3']) (await responses.take())(createResponse(200, text))
  assert.deepEqual(await client.bodies(3), ['1', '2', '3'])
  await Promise.all([closing, client.closed])
})

test('close waits no longer than drainMs, whatever clients do', async (context) => {
  const { edge, server, client: unread } = await given(context)
  edge.respond = async () => createResponse(200, 'x'.repeat(20_000_000))
  unread.socket.pause()
  unread.send(get.repeat(3))
  const others: RawClient[] = []
  for (const part of ['', get.slice(0, 20), post.slice(0, 40), 'GET /parley/rtm HTTP/1.1\r\nUpgrade: web']) {
    const client = await RawClient.open(server.port)
    client.send(part)
    others.push(client)
  }
  const startedAt = performance.now()
  await server.close({ drainMs: 500 })
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs >= 500 && tookMs < 1_500, `it took ${tookMs} ms`)
  await Promise.all(others.map(({ closed }) => closed))
})

test('a request whose body stalls while the server closes is rejected at the end', async (context) => {
  const { edge, server, client } = await given(context)
  const begun = reading(edge)
  const closing = server.close({ drainMs: 300 })
  client.send(post.slice(0, -1))
  await begun.take()
  assert.equal((await client.nextResponse()).body, 'Service unavailable: shutting down')
  await closing
})

test('a request without a response in time ends with the server', async (context) => {
  const { edge, server, client } = await given(context)
  const responses = held(edge)
  client.send(get)
  const response = await responses.take()
  await server.close({ drainMs: 0 })
  await client.closed
  response(createResponse(200, 'for nobody'))
})

test('an upgrade that waits to be declined ends when the server has closed', {
  skip: declinesItself,
}, async (context) => {
  const { edge, server, client } = await given(context)
  const responses = held(edge)
  client.send(get + get.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'))
  const first = await responses.take()
  const closing = server.close()
  first(createResponse(200, '1'))
  // The previous response ended the connection (RFC 9112 §9.6).
  assert.equal((await client.nextResponse()).headers.get('connection'), 'close')
  await Promise.all([closing, client.closed])
})
