import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutgoingFrame, WireFormat } from '@parley/core/adapter'
import { TextFrame } from '@parley/core/adapter'
import { ScriptedEdge } from '../test/scripted-edge.js'
import { listen, openRawWebSocket, openWebSocket } from '../test/sockets.js'
import { encodeTextFrame } from './frame.js'
import { createUpgradeHandler, type UpgradeHandler } from './upgrade.js'

let edge = new ScriptedEdge()
let handle: UpgradeHandler = () => false
const server = createServer().on('upgrade', (request, socket, head) => handle(request, socket, head))
let port = 0

before(async () => {
  port = await listen(server)
})
beforeEach(() => {
  edge = new ScriptedEdge()
  handle = createUpgradeHandler(edge, server)
})
after(() => server.close())

for (const length of [0, 125, 126, 65_535, 65_536]) {
  test(`a frame of ${length} bytes arrives whole`, async () => {
    const websocket = await openWebSocket(port)
    const { connection } = await edge.sessions.take()
    const text = 'a'.repeat(length)
    connection.send(new TextFrame(text))
    const [data, isBinary] = await once(websocket, 'message')
    assert.equal(String(data), text)
    assert.equal(isBinary, false)
    websocket.terminate()
  })
}

test('the frames of one turn arrive in order and in one piece', async () => {
  const socket = await openRawWebSocket(port)
  const { connection } = await edge.sessions.take()
  const texts = Array.from({ length: 50 }, (_, index) => `frame ${index}`)
  for (const text of texts) {
    connection.send(new TextFrame(text))
    await Promise.resolve()
  }
  socket.resume()
  const [chunk] = await once(socket, 'data')
  assert.deepEqual(chunk, Buffer.concat(texts.map(encodeTextFrame)))
  socket.destroy()
})

test('all sockets use the same wire format of a frame', async () => {
  const websockets = [await openWebSocket(port), await openWebSocket(port)]
  const sessions = [await edge.sessions.take(), await edge.sessions.take()]
  const arrivals = websockets.map((websocket) => once(websocket, 'message'))
  const formats: WireFormat[] = []
  const bytes = encodeTextFrame('for all')
  const frame: OutgoingFrame = {
    text: 'for all',
    bytesIn(format) {
      formats.push(format)
      return bytes
    },
  }
  for (const { connection } of sessions) connection.send(frame)
  assert.equal(formats.length, 2)
  assert.equal(formats[0], formats[1])
  for (const [data] of await Promise.all(arrivals)) assert.equal(String(data), 'for all')
  for (const websocket of websockets) websocket.terminate()
})

test('close sends what is queued, then the code and the reason', async () => {
  const websocket = await openWebSocket(port)
  const session = await edge.sessions.take()
  const order: string[] = []
  websocket.on('message', (data) => order.push(String(data)))
  session.connection.send(new TextFrame('last'))
  session.connection.close(4003, 'é'.repeat(100))
  const [code, reason] = await once(websocket, 'close')
  assert.deepEqual([order, code, String(reason)], [['last'], 4003, 'é'.repeat(61)])
  assert.equal(await session.calls.take(), 'closed')
})

test('after close nothing is sent, received or thrown', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  const received: string[] = []
  websocket.on('message', (data) => received.push(String(data)))
  connection.close(4001, 'enough')
  const useAll = () => {
    connection.send(new TextFrame('too late'))
    connection.close(4002, 'again')
    connection.pause()
    connection.resume()
  }
  useAll()
  websocket.send('nobody listens')
  const [code] = await once(websocket, 'close')
  assert.equal(await heard.take(), 'closed')
  useAll()
  connection.terminate()
  useAll()
  assert.deepEqual([received, code], [[], 4001])
})

test('the pong for a ping during a long frame follows that frame', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  websocket.pause()
  const text = 'x'.repeat(16_000_000)
  connection.send(new TextFrame(text))
  await nextTurn()
  websocket.ping('payload')
  assert.equal(await heard.take(), 'ping')
  const arrivals = Promise.all([once(websocket, 'message'), once(websocket, 'pong')])
  websocket.resume()
  const [[data], [payload]] = await arrivals
  assert.equal(data.length, text.length)
  assert.equal(String(payload), 'payload')
  websocket.terminate()
})

test('queued frames leave before the close frame, when the peer closes', async () => {
  const socket = await openRawWebSocket(port)
  const session = await edge.sessions.take()
  session.onReceive = () => session.connection.send(new TextFrame('answer'))
  // Two masked frames in one piece: an empty text and a close frame.
  socket.write(Buffer.from('818000000000888000000000', 'hex'))
  socket.resume()
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const close = Buffer.from('8800', 'hex')
  assert.deepEqual(Buffer.concat(chunks), Buffer.concat([encodeTextFrame('answer'), close]))
})

test('nothing follows the close frame of the peer', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  websocket.close(1000)
  assert.equal(await heard.take(), 'closed')
  connection.send(new TextFrame('too late'))
  await nextTurn()
})

test('close with a code that may not be sent ends the connection anyway', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  connection.close(1006, '')
  assert.equal(await heard.take(), 'closed')
  websocket.terminate()
})

test('terminate does not wait for the peer', async () => {
  const socket = await openRawWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  connection.terminate()
  assert.equal(await heard.take(), 'closed')
  socket.destroy()
})

test('a slow reader makes bufferedBytes grow, a reading one makes it shrink to nothing', async () => {
  const [slow, quick] = [await openRawWebSocket(port), await openRawWebSocket(port)]
  const [slowSession, quickSession] = [await edge.sessions.take(), await edge.sessions.take()]
  const frame = new TextFrame('x'.repeat(1_000_000))
  while (slowSession.connection.bufferedBytes < 20_000_000) slowSession.connection.send(frame)
  quickSession.connection.send(frame)
  quick.resume()
  let missing = encodeTextFrame(frame.text).length
  for await (const chunk of quick) {
    missing -= chunk.length
    if (missing === 0) break
  }
  assert.equal(quickSession.connection.bufferedBytes, 0)
  assert.ok(slowSession.connection.bufferedBytes > 1_000_000)
  slowSession.connection.terminate()
  slow.destroy()
})

test('a paused connection receives nothing until it is resumed', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  const other = await openWebSocket(port)
  const otherSession = await edge.sessions.take()
  connection.pause()
  websocket.send('while paused')
  other.send('meanwhile')
  const first = Promise.race([heard.take(), otherSession.calls.take()])
  assert.equal(await first, 'text meanwhile')
  connection.resume()
  websocket.send('afterwards')
  assert.equal(await heard.take(), 'text afterwards')
  websocket.terminate()
  other.terminate()
})

test('a paused connection can be closed with a close handshake', async () => {
  const websocket = await openWebSocket(port)
  const { connection, calls: heard } = await edge.sessions.take()
  connection.pause()
  connection.close(4008, 'idle')
  const [code] = await once(websocket, 'close')
  assert.equal(code, 4008)
  assert.equal(await heard.take(), 'closed')
})

test('a ping gets a pong with its data, unless the engine refuses', async () => {
  const websocket = await openWebSocket(port)
  const session = await edge.sessions.take()
  websocket.ping('first')
  const [data] = await once(websocket, 'pong')
  assert.equal(String(data), 'first')
  session.answersPings = false
  websocket.ping('second')
  assert.equal(await session.calls.take(), 'ping')
  assert.equal(await session.calls.take(), 'ping')
  session.answersPings = true
  websocket.ping('third')
  const [next] = await once(websocket, 'pong')
  assert.equal(String(next), 'third')
  websocket.terminate()
})

test('a client may send any number of pings', async () => {
  const websocket = await openWebSocket(port)
  await edge.sessions.take()
  const gone = new AbortController()
  websocket.once('close', () => gone.abort())
  for (let number = 0; number < 200; number += 1) {
    websocket.ping(`${number}`)
    const [data] = await once(websocket, 'pong', gone)
    assert.equal(String(data), `${number}`)
  }
  websocket.terminate()
})

test('the engine is notified of unsolicited pongs', async () => {
  const websocket = await openWebSocket(port)
  const session = await edge.sessions.take()
  websocket.pong()
  assert.equal(await session.calls.take(), 'pong')
  websocket.terminate()
})

test('at most 16 messages are received per turn of the event loop', async () => {
  const socket = await openRawWebSocket(port)
  const session = await edge.sessions.take()
  const turns: number[][] = [[]]
  let heardCount = 0
  const nextTurn = () => {
    turns.push([])
    if (heardCount < 100) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  const allHeard = new Promise<void>((resolve) => {
    session.onReceive = () => {
      turns.at(-1)?.push(heardCount)
      heardCount += 1
      if (heardCount === 100) resolve()
    }
  })
  // Empty masked texts.
  socket.write(Buffer.concat(Array.from({ length: 100 }, () => Buffer.from([0x81, 0x80, 0, 0, 0, 0]))))
  await allHeard
  const busyTurns = turns.map(({ length }) => length).filter((count) => count > 0)
  assert.deepEqual(busyTurns, [16, 16, 16, 16, 16, 16, 4])
  assert.deepEqual(
    turns.flat(),
    Array.from({ length: 100 }, (_, index) => index),
  )
  socket.destroy()
})

test('limitFrames can lower the frame limit and raise it again', async () => {
  const websocket = await openWebSocket(port)
  const session = await edge.sessions.take()
  session.connection.limitFrames(100)
  websocket.send('x'.repeat(100))
  assert.equal(await session.calls.take(), `text ${'x'.repeat(100)}`)
  session.connection.limitFrames(edge.maxRtmFrameBytes)
  websocket.send('y'.repeat(101))
  assert.equal(await session.calls.take(), `text ${'y'.repeat(101)}`)
  session.connection.limitFrames(100)
  websocket.send('z'.repeat(101))
  const [code] = await once(websocket, 'close')
  assert.equal(code, 1009)
  assert.equal(await session.calls.take(), 'closed')
})

/** Allows large frames, so that only the limit of the connection itself applies. */
function useLargeFrames(): void {
  edge.maxRtmFrameBytes = 1_000_000
  handle = createUpgradeHandler(edge, server)
}

test('a frame that is too large ends the connection before it is complete', async () => {
  useLargeFrames()
  const socket = await openRawWebSocket(port)
  const session = await edge.sessions.take()
  session.connection.limitFrames(1_000)
  // A masked text of 200,000 bytes, of which half is sent.
  socket.write(
    Buffer.concat([
      Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 3, 0x0d, 0x40, 0, 0, 0, 0]),
      Buffer.alloc(100_000),
    ]),
  )
  socket.resume()
  const [chunk] = await once(socket, 'data')
  assert.deepEqual([chunk[0], chunk.readUInt16BE(2)], [0x88, 1009])
  socket.destroy()
})

test('a frame in very many pieces ends the connection', async () => {
  useLargeFrames()
  const socket = await openRawWebSocket(port)
  const session = await edge.sessions.take()
  session.connection.limitFrames(1_000)
  socket.setNoDelay(true)
  const closed = once(socket, 'data')
  socket.write(Buffer.from([0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0]))
  socket.resume()
  let isClosed = false
  closed.then(() => {
    isClosed = true
  })
  for (let count = 0; count < 900 && !isClosed; count += 1) {
    socket.write('x')
    await nextTurn()
  }
  const [chunk] = await closed
  assert.deepEqual([chunk[0], chunk.readUInt16BE(2)], [0x88, 1009])
  socket.destroy()
})
