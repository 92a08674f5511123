import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import { closeCodeOf, finClose, finPing, finText, openRawWebSocket, rawFrame } from './raw-websocket.js'
import { RtmPeer } from './rtm-peer.js'
import { createWorld, rtmUrl, tokenOf, type World } from './world.js'

const agentTarget = '/agent/v0.4/rtm/ws'

/** Starts an engine for one test, at whose end it must have logged no error. */
async function worldFor(
  context: TestContext,
  rtm: Parameters<typeof createWorld>[1] = {},
  fixedRtm: Parameters<typeof createWorld>[3] = {},
): Promise<World> {
  const world = await createWorld(memoryStorage(), rtm, {}, fixedRtm)
  context.after(async () => {
    assert.deepEqual(await world.engine.health(), { status: 'ok', storage: 'ok' })
    assert.deepEqual(world.errors, [])
    await world.close()
  })
  return world
}

const protocolErrors: readonly (readonly [what: string, bytes: Buffer, code: number])[] = [
  ['an unmasked frame', rawFrame({ head: finText, payload: Buffer.from('{}'), isMasked: false }), 1002],
  ['a reserved opcode', rawFrame({ head: 0x83 }), 1002],
  ['a reserved control opcode', rawFrame({ head: 0x8b }), 1002],
  ['a reserved bit', rawFrame({ head: finText | 0x40, payload: Buffer.from('{}') }), 1002],
  ['a long control frame', rawFrame({ head: finPing, payload: Buffer.alloc(126) }), 1002],
  ['a control frame in fragments', rawFrame({ head: 0x09 }), 1002],
  ['a continuation of nothing', rawFrame({ head: 0x80 }), 1002],
  [
    'a message within a message',
    Buffer.concat([rawFrame({ head: 0x01 }), rawFrame({ head: finText })]),
    1002,
  ],
  ['a close code of one byte', rawFrame({ head: finClose, payload: Buffer.from([3]) }), 1002],
  [
    'a close code that may not be sent',
    rawFrame({ head: finClose, payload: Buffer.from([0x03, 0xed]) }),
    1002,
  ],
  ['a close reason of bad UTF-8', rawFrame({ head: finClose, payload: Buffer.from([3, 232, 255]) }), 1007],
  ['a length of 2^63', Buffer.from([finText, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 1009],
  ['a length over the limit', Buffer.from([finText, 0xff, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0, 0]), 1009],
  [
    'bad UTF-8 over two fragments',
    Buffer.concat([rawFrame({ head: 0x01, payload: Buffer.from([0xc3]) }), rawFrame({ head: 0x80 })]),
    1007,
  ],
  [
    'too many fragments',
    Buffer.concat([
      rawFrame({ head: 0x01, payload: Buffer.from('x') }),
      ...Array.from({ length: 20_000 }, () => rawFrame({ head: 0, payload: Buffer.from('x') })),
    ]),
    1008,
  ],
]

test('violations of the websocket protocol end the connection with the matching close code', async (context) => {
  const world = await worldFor(context)
  for (const [what, bytes, code] of protocolErrors) {
    const socket = await openRawWebSocket(world.server.port, agentTarget)
    const closed = closeCodeOf(socket)
    // Answers a close frame as the protocol demands, so that the server need not wait.
    socket.once('data', () => socket.end(rawFrame({ head: finClose, payload: Buffer.from([3, 232]) })))
    socket.write(bytes)
    assert.equal(await closed, code, what)
  }
})

const bufferedBytes = 65_536
/** Bytes that were in progress when the limit was reached. */
const slackBytes = 1_048_576

test('a peer that sends control pings and never reads is disconnected', async (context) => {
  const world = await worldFor(context, { bufferedBytes })
  const ping = rawFrame({ head: finPing, payload: Buffer.alloc(125) })
  const heldBytes = await flood(world, ping)
  assert.ok(heldBytes < bufferedBytes + slackBytes, `${heldBytes} bytes were buffered`)
})

test('a peer that sends messages and never reads is disconnected', async (context) => {
  const world = await worldFor(context, { bufferedBytes })
  const payload = Buffer.from(JSON.stringify({ request_id: 'r'.repeat(256), action: 'ping' }))
  assert.ok((await flood(world, rawFrame({ head: finText, payload }))) < bufferedBytes + slackBytes)
})

/**
 * Sends the frame repeatedly without ever reading. Returns the maximum number of bytes that the server buffered for the
 * client.
 */
async function flood(world: World, frame: Buffer): Promise<number> {
  const accepted = once(world.server.server, 'connection')
  const socket = await openRawWebSocket(world.server.port, agentTarget)
  const [serverSide]: Socket[] = await accepted
  socket.pause()
  const isClosed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(1_048_576 / frame.length) }, () => frame))
  let keptCount = 0
  for (let count = 0; count < 64 && !socket.destroyed; count += 1) {
    const isTaken = new Promise<boolean>((resolve) => socket.write(bytes, () => resolve(false)))
    if (await Promise.race([isClosed, isTaken])) break
    keptCount = Math.max(keptCount, serverSide?.writableLength ?? 0)
  }
  socket.destroy()
  return keptCount
}

test('pings do not extend the login timeout of a connection', async (context) => {
  const world = await worldFor(context, {}, { loginTimeoutMs: 500 })
  const socket = await openRawWebSocket(world.server.port, agentTarget)
  const timer = setInterval(() => {
    socket.write(rawFrame({ head: finPing }))
    socket.write(rawFrame({ head: finText, payload: Buffer.from('{"action":"ping"}') }))
  }, 50)
  const code = await closeCodeAfterPongs(socket)
  clearInterval(timer)
  assert.equal(code, 4001)
})

/** Resolves with the code of the close frame, which follows several pongs. */
async function closeCodeAfterPongs(socket: Socket): Promise<number | undefined> {
  let last: Buffer = Buffer.alloc(0)
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      last = chunk
      if (chunk.includes('no login in time')) resolve()
    })
  })
  await answered
  socket.destroy()
  const reason = last.indexOf('no login in time')
  return last.readUInt16BE(reason - 2)
}

test('peers that vanish at any moment leave nothing behind', async (context) => {
  const world = await worldFor(context)
  const login = JSON.stringify({ action: 'login', payload: { token: tokenOf(world.attacked, 'agent') } })
  const send = JSON.stringify({
    action: 'send_event',
    payload: { chat_id: world.attacked.chatId, event: { type: 'message', text: 'the last words' } },
  })
  const frames = [login, send, send, 'x'].map((text) =>
    rawFrame({ head: finText, payload: Buffer.from(text) }),
  )
  const bytes = Buffer.concat(frames)
  for (let length = 0; length <= bytes.length; length += 5) {
    const socket = await openRawWebSocket(world.server.port, agentTarget)
    socket.write(bytes.subarray(0, length), () =>
      length % 2 === 0 ? socket.resetAndDestroy() : socket.destroy(),
    )
    await once(socket, 'close')
  }
  const peer = await RtmPeer.open(rtmUrl(world, world.attacked, 'agent', 'v0.4'))
  await peer.request('login', { token: tokenOf(world.attacked, 'agent') })
  await peer.request('ping', {})
  assert.equal(await connectionCount(world, 1), 1)
  peer.close()
})

/**
 * Resolves once the number of connections has fallen to `goal`, because the server notices the end of a connection a
 * little later.
 */
async function connectionCount({ server }: World, target: number): Promise<number> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const count = await new Promise<number>((resolve, reject) => {
      server.server.getConnections((error, open) => (error ? reject(error) : resolve(open)))
    })
    if (count <= target || Date.now() > deadline) return count
    await new Promise((resolve) => setImmediate(resolve))
  }
}
