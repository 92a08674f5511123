import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delayed } from 'node:timers/promises'
import { type BodySource, type HttpResponse, stalledMs } from '@parley/core/adapter'
import { Mailbox } from '../test/mailbox.js'
import { createResponse, ScriptedEdge } from '../test/scripted-edge.js'
import { exchange, listen } from '../test/sockets.js'
import { createListener } from './listener.js'
import { OutgoingBody } from './outgoing-body.js'
import { serve } from './serve.js'

const chunk = Buffer.alloc(65_536, 'x')
const get = 'GET /parley/ HTTP/1.1\r\nHost: localhost\r\n\r\n'
const lastGet = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')

/** Returns a source of chunks, endless or of `count`, and a mailbox that reports how it ended. */
function givenSource(count = Number.POSITIVE_INFINITY, next: () => Promise<unknown> = async () => {}) {
  const told = new Mailbox<string>()
  async function* chunks() {
    try {
      for (let index = 0; index < count; index += 1) {
        await next()
        yield chunk
      }
    } finally {
      told.put('end')
    }
  }
  const response = (body: BodySource = { chunks: chunks() }): HttpResponse => {
    return { status: 200, headers: {}, body, onClose: () => told.put('gone') }
  }
  return { told, response }
}

/** Returns a server whose sockets have a shorter timeout for clients that stop reading. */
async function hurriedServer(context: TestContext, edge: ScriptedEdge, limitMs: number) {
  const server = createServer(createListener(edge))
  const accepted = new Mailbox<Socket>()
  const limits: number[] = []
  server.on('connection', (socket) => {
    const setTimeout = socket.setTimeout.bind(socket)
    socket.setTimeout = (ms, ...rest) => {
      limits.push(ms)
      return setTimeout(ms === stalledMs ? limitMs : ms, ...rest)
    }
    accepted.put(socket)
  })
  const port = await listen(server)
  context.after(() => closeAll(server))
  return { server, port, accepted, limits }
}

function closeAll(server: Server): void {
  server.close()
  server.closeAllConnections()
}

test('a client that reads nothing for too long is cut off, even if the host listens for the timeout', async (context) => {
  for (const hears of [false, true]) {
    const edge = new ScriptedEdge()
    const { told, response } = givenSource()
    edge.respond = async () => response()
    const { server, port, accepted, limits } = await hurriedServer(context, edge, 50)
    if (hears) server.on('timeout', () => undefined)
    const client = connect(port, '127.0.0.1').pause()
    client.on('error', () => undefined).write(get)
    const socket = await accepted.take()
    await once(socket, 'close')
    assert.ok(limits.includes(stalledMs))
    assert.deepEqual(new Set([await told.take(), await told.take()]), new Set(['end', 'gone']))
    client.destroy()
  }
})

test("after a long response, the host's timeout applies again", async (context) => {
  const hostMs = 60_000
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(100).response()
  const { server, port, limits } = await hurriedServer(context, edge, stalledMs - 1)
  server.setTimeout(hostMs)
  await exchange(port, lastGet)
  const stalledAt = limits.indexOf(stalledMs)
  assert.ok(stalledAt >= 0, 'the client was never waited for')
  assert.equal(limits[stalledAt + 1], hostMs)
})

test('a slow source does not count as a client that reads nothing', async (context) => {
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(3, () => delayed(60)).response()
  const { port } = await hurriedServer(context, edge, 20)
  const response = await exchange(port, lastGet)
  assert.ok(response.length > 3 * chunk.length)
  assert.match(response, /\r\n0\r\n\r\n$/)
})

test('a response in progress when the server closes arrives completely', async () => {
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(100).response()
  const server = await serve(edge, { port: 0 })
  const client = connect(server.port, '127.0.0.1')
  client.write(get)
  await once(client, 'data')
  client.pause()
  const closing = server.close()
  const chunks: Buffer[] = []
  for await (const part of client) chunks.push(part)
  assert.match(Buffer.concat(chunks).subarray(-7).toString(), /\r\n0\r\n\r\n$/)
  await closing
})

test('a response that is not sent in time when the server closes is cut off, and its source ended', async () => {
  const edge = new ScriptedEdge()
  const { told, response } = givenSource()
  edge.respond = async () => response()
  const server = await serve(edge, { port: 0 })
  const client = connect(server.port, '127.0.0.1')
  client.on('error', () => undefined).write(get)
  await once(client, 'data')
  client.pause()
  await server.close({ drainMs: 100 })
  assert.deepEqual(new Set([await told.take(), await told.take()]), new Set(['end', 'gone']))
  client.destroy()
})

test('responses to pipelined requests follow one another', async (context) => {
  const edge = new ScriptedEdge()
  let begun = 0
  edge.respond = async () => {
    begun += 1
    return givenSource(begun).response()
  }
  const server = createServer(createListener(edge))
  const port = await listen(server)
  context.after(() => closeAll(server))
  const responses = (await exchange(port, get + get + lastGet)).split('HTTP/1.1 200 OK').slice(1)
  const lengths = responses.map((response) => response.match(/x/g)?.length)
  assert.deepEqual(lengths, [chunk.length, 2 * chunk.length, 3 * chunk.length])
})

/** Starts a host that responds only when told to, in front of the engine. Reports when the engine has responded. */
async function givenHost(context: TestContext, response: HttpResponse) {
  const edge = new ScriptedEdge()
  const answered = new Mailbox<string>()
  edge.respond = async () => {
    setImmediate(() => answered.put('answered'))
    return response
  }
  const listener = createListener(edge)
  const hosts = new Mailbox<ServerResponse>()
  const server = createServer((request, response) => listener(request, response, () => hosts.put(response)))
  const port = await listen(server)
  context.after(() => closeAll(server))
  return { port, hosts, answered }
}

const hostGet = get.replace('/parley/', '/host')

test('behind a response of the host, a response is not produced before its turn', async (context) => {
  let begunCount = 0
  const { response } = givenSource(50, async () => {
    begunCount += 1
  })
  const { port, hosts, answered } = await givenHost(context, response())
  const exchanged = exchange(port, hostGet + lastGet)
  const host = await hosts.take()
  await answered.take()
  assert.equal(begunCount, 0)
  host.end('host')
  assert.equal((await exchanged).match(/x/g)?.length, 50 * chunk.length)
})

test('a response whose turn never comes ends with the connection', async (context) => {
  const told = new Mailbox<string>()
  const ended: AsyncIterator<Uint8Array> = {
    next: () => assert.fail('it was read'),
    async return() {
      told.put('end')
      return { done: true, value: undefined }
    },
  }
  const body = { chunks: { [Symbol.asyncIterator]: () => ended } }
  const onClose = () => told.put('gone')
  const { port, hosts, answered } = await givenHost(context, { status: 200, headers: {}, body, onClose })
  const client = connect(port, '127.0.0.1')
  client.write(hostGet + get)
  await hosts.take()
  await answered.take()
  client.destroy()
  assert.deepEqual([await told.take(), await told.take()], ['end', 'gone'])
})

test('a response that the host ends early ends its source, and nothing else', async (context) => {
  const edge = new ScriptedEdge()
  let endByHost = () => {}
  let count = 0
  const { told, response } = givenSource(Number.POSITIVE_INFINITY, async () => {
    count += 1
    if (count === 3) endByHost()
  })
  edge.respond = async () => response()
  const listener = createListener(edge)
  const server = createServer((request, response) => {
    endByHost = () => response.end()
    listener(request, response)
  })
  const port = await listen(server)
  context.after(() => closeAll(server))
  assert.match(await exchange(port, lastGet), /\r\n0\r\n\r\n$/)
  assert.deepEqual(new Set([await told.take(), await told.take()]), new Set(['end', 'gone']))
})

test('drain is listened to only once per response', async (context) => {
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(100).response()
  const listener = createListener(edge)
  const passedOn: string[] = []
  const server = createServer((request, response) => {
    // Compressing middleware forwards added listeners, but not removed ones.
    const { mock } = context.mock.method(response, 'on')
    response.once('close', () => passedOn.push(...mock.calls.map((call) => String(call.arguments[0]))))
    listener(request, response)
  })
  const port = await listen(server)
  context.after(() => closeAll(server))
  await exchange(port, lastGet)
  assert.deepEqual(
    passedOn.filter((event) => event === 'drain'),
    ['drain'],
  )
})

test('a response before the end of a request arrives completely, and closes the connection', async (context) => {
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(50).response()
  const server = createServer(createListener(edge))
  const port = await listen(server)
  context.after(() => closeAll(server))
  const head = 'POST /parley/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n'
  const response = await exchange(port, head + 'y'.repeat(300_000))
  assert.match(response, /\r\nConnection: close\r\n/)
  assert.equal(response.match(/x/g)?.length, 50 * chunk.length)
  assert.match(response, /\r\n0\r\n\r\n$/)
})

test('an HTTP/1.0 client gets a body that ends with the connection', async (context) => {
  const edge = new ScriptedEdge()
  edge.respond = async () => givenSource(2).response()
  const server = createServer(createListener(edge))
  const port = await listen(server)
  context.after(() => closeAll(server))
  const response = await exchange(port, 'GET /parley/ HTTP/1.0\r\n\r\n')
  assert.equal(response.slice(response.indexOf('\r\n\r\n') + 4), String(chunk).repeat(2))
})

test('the source of a response that cannot be sent is ended', async (context) => {
  const ended: BodySource = {
    chunks: {
      [Symbol.asyncIterator]: () => ({ next: () => assert.fail('it was read'), return: () => end() }),
    },
  }
  const ends = new Mailbox<string>()
  const end = async () => {
    ends.put('end')
    return { done: true as const, value: undefined }
  }
  const edge = new ScriptedEdge()
  const { told, response } = givenSource()
  let hasAnswered = false
  const listener = createListener(edge)
  const server = createServer((request, response) => {
    if (hasAnswered) response.end('host')
    listener(request, response)
  })
  const port = await listen(server)
  context.after(() => closeAll(server))
  edge.respond = async () => ({ ...response(ended), headers: { location: 'line\nbreak' } })
  await assert.rejects(fetch(`http://127.0.0.1:${port}/parley/`))
  assert.deepEqual([await ends.take(), await told.take()], ['end', 'gone'])
  hasAnswered = true
  edge.respond = async () => response(ended)
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/parley/`)).text(), 'host')
  assert.deepEqual([await ends.take(), await told.take()], ['end', 'gone'])
  hasAnswered = false
  edge.respond = async () => createResponse(200, 'alive')
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/parley/`)).text(), 'alive')
})

/** A socket that takes everything immediately. */
class Swallowing extends Socket {
  override _write(_chunk: unknown, _encoding: BufferEncoding, taken: () => void): void {
    taken()
  }

  override _writev(_chunks: unknown, taken: () => void): void {
    taken()
  }
}

/** Counts the turns of the event loop that others get while a body is sent to the fastest client. */
async function turnsBeside(body: BodySource): Promise<number> {
  const socket = new Swallowing()
  const target = new ServerResponse(new IncomingMessage(socket))
  target.assignSocket(socket)
  // A server does the same.
  socket.on('drain', () => target.emit('drain'))
  let turns = 0
  const count = () => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  await new OutgoingBody(target, body).send(() => target.end())
  clearImmediate(immediate)
  return turns
}

test('a fast client leaves others their turns', async () => {
  const { body } = givenSource(100).response()
  assert.ok(typeof body !== 'string')
  const turns = await turnsBeside(body)
  assert.ok(turns >= 99, `there were ${turns} turns`)
})

test('short and empty chunks leave others their turns', async () => {
  for (const length of [0, 1]) {
    async function* short() {
      for (let index = 0; index < 6_400; index += 1) yield chunk.subarray(0, length)
    }
    const turns = await turnsBeside({ chunks: short() })
    assert.ok(turns >= 99, `there were ${turns} turns`)
  }
})
