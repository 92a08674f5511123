import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Mailbox } from '../test/mailbox.js'
import { RawClient } from '../test/raw-client.js'
import { createResponse, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, h2cRequest, handshakeFor, openWebSocket } from '../test/sockets.js'
import { serve } from './serve.js'

const options = { port: 0, host: '127.0.0.1' }

test('requests and RTM are served at the url', async () => {
  const edge = new ScriptedEdge()
  const { url, port, close } = await serve(edge, options)
  assert.equal(url, `http://127.0.0.1:${port}`)
  assert.equal(await (await fetch(`${url}/parley/x`)).text(), '/parley/x')
  const websocket = await openWebSocket(port)
  const { connection } = await edge.sessions.take()
  connection.close(1012, '')
  assert.equal((await once(websocket, 'close'))[0], 1012)
  await close()
})

test('the url of an IPv6 address has brackets', async () => {
  const { url, port, close } = await serve(new ScriptedEdge(), { port: 0, host: '::1' })
  assert.equal(url, `http://[::1]:${port}`)
  assert.equal((await fetch(url)).status, 200)
  await close()
})

test('serve rejects when the port is in use', async () => {
  const { port, close } = await serve(new ScriptedEdge(), options)
  await assert.rejects(serve(new ScriptedEdge(), { ...options, port }), { code: 'EADDRINUSE' })
  await close()
})

test('headers have a timeout of 10 s, whole requests one longer than the longest upload', async () => {
  const { server, close } = await serve(new ScriptedEdge(), options)
  assert.equal(server.headersTimeout, 10_000)
  assert.ok(server.requestTimeout > 120_000)
  await close()
})

test('a client that does not read its response times out, a silent websocket does not', async () => {
  const edge = new ScriptedEdge()
  const { server, port, close } = await serve(edge, options)
  server.on('request', ({ socket }: IncomingMessage) => {
    assert.ok((socket.timeout ?? 0) > 120_000)
    socket.setTimeout(100)
  })
  edge.respond = async () => createResponse(200, 'x'.repeat(20_000_000))
  const websocket = await openWebSocket(port)
  const silent = connect(port, '127.0.0.1')
  const connected = once(server, 'connection')
  silent.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [socket]: Socket[] = await connected
  assert.ok(socket)
  await once(socket, 'close')
  assert.equal(websocket.readyState, websocket.OPEN)
  silent.destroy()
  websocket.terminate()
  await close()
})

test('malformed HTTP gets 400, a foreign upgrade gets a response', async () => {
  const { port, close } = await serve(new ScriptedEdge(), options)
  assert.match(await exchange(port, 'nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /)
  for (const upgrade of [handshakeFor('/else'), h2cRequest('/else'), h2cRequest('/parley/rtm')]) {
    assert.match(await exchange(port, upgrade), /^HTTP\/1\.1 200 /)
  }
  await close()
})

test('close waits only once for a connection with repeated upgrade requests', async () => {
  const edge = new ScriptedEdge()
  const { server, port, close } = await serve(edge, options)
  const accepted = once(server, 'connection')
  const client = await RawClient.open(port)
  const [serverSide]: Socket[] = await accepted
  const ask = () => client.send(h2cRequest('/else').replace(', close', ''))
  for (let count = 0; count < 20; count += 1) {
    ask()
    assert.equal((await client.nextResponse()).status, 200)
  }
  assert.ok((serverSide?.listenerCount('close') ?? 0) < 5)
  const running = new Mailbox<() => void>()
  edge.respond = () => new Promise((resolve) => running.put(() => resolve(createResponse(200, 'last'))))
  ask()
  const finish = await running.take()
  const closing = close()
  finish()
  assert.equal((await client.nextResponse()).body, 'last')
  await closing
  await client.closed
})

test('close ends idle and unused connections, and frees the port', async () => {
  const { url, port, close } = await serve(new ScriptedEdge(), options)
  const agent = new Agent({ keepAlive: true })
  const request = get(url, { agent })
  const [response] = await once(request, 'response')
  await once(response.resume(), 'end')
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const ended = once(silent.resume(), 'close')
  await Promise.all([close(), close()])
  await ended
  agent.destroy()
  const successor = await serve(new ScriptedEdge(), { ...options, port })
  await successor.close()
})

test('close waits for running requests, and sends them Connection: close', async () => {
  const edge = new ScriptedEdge()
  const running = new Mailbox<() => void>()
  edge.respond = () => new Promise((resolve) => running.put(() => resolve(createResponse(200, 'done'))))
  const { url, close } = await serve(edge, options)
  const pending = fetch(url)
  const finish = await running.take()
  let isClosed = false
  const closing = close().then(() => {
    isClosed = true
  })
  await nextTurn()
  assert.equal(isClosed, false)
  finish()
  const response = await pending
  assert.equal(await response.text(), 'done')
  assert.equal(response.headers.get('connection'), 'close')
  await closing
})

test("close does not wait for RTM connections, which are the engine's to close", async () => {
  const edge = new ScriptedEdge()
  const { port, close } = await serve(edge, options)
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  await close()
  websocket.send('still here')
  assert.equal(await heard.take(), 'text still here')
  connection.close(1012, '')
  assert.equal((await once(websocket, 'close'))[0], 1012)
})
