import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import { httpMessage } from './attack.js'
import { parseAnswer } from './http-peer.js'
import { createWorld, targetOf, type World } from './world.js'

/** Starts an engine for one test, at whose end it must have logged no error. */
async function worldFor(context: TestContext, timeouts = {}): Promise<World> {
  const world = await createWorld(memoryStorage(), {}, timeouts)
  context.after(async () => {
    assert.deepEqual(await world.engine.health(), { status: 'ok', storage: 'ok' })
    assert.deepEqual(world.errors, [])
    await world.close()
  })
  return world
}

/** Returns a request to send an event with any token and body. */
function sendEvent({ attacked }: World, token: string, body: string): Buffer {
  const headers = [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${token}`],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const
  return httpMessage('POST', targetOf(attacked, 'customer', 'v0.5', 'send_event'), headers, body)
}

function eventBody({ attacked }: World, text: string): string {
  return JSON.stringify({ payload: { chat_id: attacked.chatId, event: { type: 'message', text } } })
}

/**
 * Sends all bytes in one write over one connection. Returns the statuses of that many responses, or of those until the
 * connection ends.
 */
async function pipeline({ server }: World, bytes: Buffer, count: number): Promise<readonly number[]> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  let received = Buffer.alloc(0)
  const statuses: number[] = []
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    for (
      let answer = parseAnswer(received, false);
      answer !== undefined;
      answer = parseAnswer(received, false)
    ) {
      statuses.push(answer.status)
      received = received.subarray(received.indexOf('\r\n\r\n') + 4 + Buffer.byteLength(answer.body))
    }
    if (statuses.length >= count) break
  }
  return statuses
}

async function textsIn({ engine, attacked }: World): Promise<readonly string[]> {
  const { agentId, chatId, threadId } = attacked
  const { chat } = await engine.as({ agentId }).getChatThreads({ chat_id: chatId, thread_ids: [threadId] })
  return chat.threads?.[0]?.events.map((event) => ('text' in event ? (event.text ?? '') : '')) ?? []
}

test('pipelined requests are answered in order', async (context) => {
  const world = await worldFor(context)
  const { customerToken } = world.attacked
  const requests = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 0
      ? sendEvent(world, 'wrong', '{}')
      : sendEvent(world, customerToken, eventBody(world, `n${index}`)),
  )
  const statuses = await pipeline(world, Buffer.concat(requests), requests.length)
  assert.deepEqual(
    statuses,
    requests.map((_, index) => (index % 3 === 0 ? 401 : 200)),
  )
  assert.equal((await textsIn(world)).length, 1 + 20)
})

test('the unread body of a refused request is not parsed as a request', async (context) => {
  const world = await worldFor(context)
  const { customerToken } = world.attacked
  const smuggled = sendEvent(world, customerToken, eventBody(world, 'smuggled')).toString()
  const after = sendEvent(world, customerToken, eventBody(world, 'sound'))
  const bytes = Buffer.concat([sendEvent(world, 'wrong', smuggled), after])
  assert.deepEqual(await pipeline(world, bytes, 2), [401, 200])
  assert.deepEqual(await textsIn(world), ['the first message', 'sound'])
})

test('nothing after a body that is too large is carried out', async (context) => {
  const world = await worldFor(context)
  const { customerToken } = world.attacked
  const after = sendEvent(world, customerToken, eventBody(world, 'too late'))
  const large = sendEvent(world, customerToken, ' '.repeat(300_000))
  assert.deepEqual(await pipeline(world, Buffer.concat([large, after]), 2), [413])
  assert.deepEqual(await textsIn(world), ['the first message'])
})

test('a request whose body trickles in times out, and its connection is closed', async (context) => {
  const world = await worldFor(context, { bodyMs: 400 })
  const whole = sendEvent(world, world.attacked.customerToken, eventBody(world, 'slow'))
  const socket = connect(world.server.port, '127.0.0.1')
  let at = whole.indexOf('\r\n\r\n') + 4
  socket.write(whole.subarray(0, at))
  const timer = setInterval(() => {
    socket.write(whole.subarray(at, at + 1))
    at += 1
  }, 50)
  socket.on('error', () => undefined)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  clearInterval(timer)
  const answer = parseAnswer(Buffer.concat(chunks), false)
  assert.equal(answer?.status, 408)
  assert.match(answer?.body ?? '', /"type":"request_timeout"/)
  assert.deepEqual(await textsIn(world), ['the first message'])
})

test('clients that vanish in the middle of a request leave nothing behind', async (context) => {
  const world = await worldFor(context)
  const whole = sendEvent(world, world.attacked.customerToken, eventBody(world, 'never complete'))
  for (let length = 1; length < whole.length; length += 3) {
    const socket = connect(world.server.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(whole.subarray(0, length), () =>
      length % 2 === 0 ? socket.resetAndDestroy() : socket.destroy(),
    )
    await once(socket, 'close')
  }
  assert.deepEqual(
    await pipeline(world, sendEvent(world, world.attacked.customerToken, eventBody(world, 'sound')), 1),
    [200],
  )
  assert.deepEqual(await textsIn(world), ['the first message', 'sound'])
})

test('a body in 200,000 chunks is refused without harm', async (context) => {
  const world = await worldFor(context)
  const body = eventBody(world, 'x').padEnd(200_000)
  const headers = [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${world.attacked.customerToken}`],
    ['Transfer-Encoding', 'chunked'],
  ] as const
  const chunks = `${[...body].map((character) => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`
  const target = targetOf(world.attacked, 'customer', 'v0.5', 'send_event')
  assert.deepEqual(await pipeline(world, httpMessage('POST', target, headers, chunks), 1), [400])
})
