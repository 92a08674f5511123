import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { describe } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { isRefusal, RtmClient } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { wire } from '../../support/wire.js'

const tooMany = { type: 'too_many_requests', message: 'Too many requests' }
const tooManyConnections = { ...tooMany, message: 'Too many requests: too many connections' }

forEachStorage('limits of RTM connections', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { wrap: (inner: Storage) => valve.guard(inner) })

  describe('the rate limit of a connection', () => {
    test('the rate limit allows a burst of 40 messages; one more is refused, and the following ones are not read', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const ids = Array.from({ length: 45 }, () => connection.request('ping'))
      for (const id of ids.slice(0, 40)) assert.equal((await connection.response(id)).success, true)
      await connection.next(isRefusal, 'the refusal')
      assert.deepEqual(await connection.settledFrames(), [])
    })

    test('a refusal by the rate limit names its message, unless the message is long', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 40; count += 1) await connection.succeed('ping')
      const refusal = { type: 'response', success: false, payload: { error: tooMany } }
      const id = connection.request('send_event', { text: 'x'.repeat(1_000), request_id: 'another' })
      assert.deepEqual(await connection.response(id), { request_id: id, action: 'send_event', ...refusal })
      suite.engine.clock.advance(50)
      await connection.succeed('ping')
      connection.request('send_event', { text: 'x'.repeat(5_000) })
      assert.deepEqual(await connection.next(isRefusal, 'the refusal'), refusal)
    })

    test('the rate limit lets 20 messages a second through, and refuses one that is too early', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const ids = Array.from({ length: 47 }, () => connection.request('ping'))
      await connection.next(isRefusal, 'the refusal of the first message over the rate')
      suite.engine.clock.advance(50)
      assert.equal((await connection.response(ids[41] ?? '')).success, true)
      await connection.next(isRefusal, 'the refusal of the next one')
      suite.engine.clock.advance(1_000)
      for (const id of [ids[43], ids[45]]) {
        assert.equal((await connection.response(id ?? '')).success, true)
        await connection.next(isRefusal, 'the refusal of the one after it')
      }
      await connection.succeed('ping')
    })

    test('the rate limit counts control frames too, and does not answer one beyond it', {
      skip: !wire.hasControlFrames,
    }, async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 40; count += 1) await connection.sendPing()
      let isAnswered = false
      const pong = connection.sendPing(60_000).then(() => {
        isAnswered = true
      })
      const id = connection.request('ping')
      assert.deepEqual(await connection.settledFrames(), [])
      assert.equal(isAnswered, false)
      suite.engine.clock.advance(50)
      assert.equal((await connection.response(id)).success, true)
      suite.engine.clock.advance(1_000)
      await connection.sendPing()
      await pong
    })

    test('the rate limit before login is separate from the one after login', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      for (let count = 0; count < 9; count += 1) await connection.succeed('ping')
      await connection.succeed('login', { token: customer.token })
      for (let count = 0; count < 40; count += 1) await connection.succeed('ping')
    })

    test('the rate limit does not affect other connections of the same customer', async () => {
      const customer = await (await suite.world()).customer()
      const [busy, calm] = [await customer.connect(), await customer.connect()]
      for (let count = 0; count < 50; count += 1) busy.request('ping')
      await busy.next(isRefusal, 'the refusal')
      await calm.succeed('ping')
    })

    test('the rate limit closes with 1008 a connection that sends a thousand messages more at once', {
      skip: !wire.sendsTogether,
    }, async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 1_100; count += 1) connection.sendText('{}')
      assert.deepEqual(await connection.waitForEnd(), { code: 1008, reason: 'too many messages' })
    })
  })

  describe('a connection that has not logged in', () => {
    test('a connection before login has a burst of 10 messages and 5 a second, and the sixth refusal closes it with 1008', async () => {
      const connection = await (await (await suite.world()).agent('ada')).open()
      for (let count = 0; count < 40; count += 1) connection.request('ping')
      for (let refusals = 1; refusals <= 5; refusals += 1) {
        await connection.next(isRefusal, `refusal ${refusals}`)
        assert.deepEqual((await connection.settledFrames()).filter(isRefusal), [])
        suite.engine.clock.advance(200)
      }
      assert.deepEqual(await connection.waitForEnd(), { code: 1008, reason: 'too many messages' })
      const answers = connection.frames.filter(({ success }) => success === true)
      assert.equal(answers.length, 15)
      assert.equal(connection.frames.filter(isRefusal).length, 6)
    })

    test('a connection before login may exceed its rate again after two quiet seconds', async () => {
      const connection = await (await (await suite.world()).agent('ada')).open()
      for (let episode = 0; episode < 4; episode += 1) {
        for (let count = 0; count < 12; count += 1) connection.request('ping')
        await connection.next(isRefusal, 'a refusal')
        suite.engine.clock.advance(200)
        await connection.settledFrames()
        suite.engine.clock.advance(2_000)
      }
      await connection.succeed('ping')
    })

    test('a connection before login is closed with 1008 at the sixth refusal of control frames too', {
      skip: !wire.hasControlFrames,
    }, async () => {
      const connection = await (await (await suite.world()).agent('ada')).open()
      for (let count = 0; count < 40; count += 1) connection.sendPong()
      for (let refusals = 1; refusals <= 5; refusals += 1) {
        assert.equal(connection.isOpen, true)
        await connection.settledFrames()
        suite.engine.clock.advance(200)
        for (let count = 0; count < 10; count += 1) connection.sendPong()
      }
      assert.deepEqual(await connection.waitForEnd(), { code: 1008, reason: 'too many messages' })
    })

    test('a connection before login accepts frames of at most 64 KiB', async () => {
      const customer = await (await suite.world()).customer()
      const [fitting, larger, endless] = [await customer.open(), await customer.open(), await customer.open()]
      fitting.sendText(JSON.stringify({ request_id: 'large', action: 'ping' }).padEnd(65_536, ' '))
      await fitting.response('large')
      larger.sendText('{}'.padEnd(65_537, ' '))
      assert.equal((await larger.waitForEnd()).code, 1009)
      endless.sendText('{}'.padEnd(262_144, ' '))
      assert.equal((await endless.waitForEnd()).code, 1009)
    })

    test('a connection accepts larger frames after login', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.connect()
      connection.sendText(JSON.stringify({ request_id: 'large', action: 'ping' }).padEnd(200_000, ' '))
      await connection.response('large')
    })
  })

  describe('concurrent requests of a connection', () => {
    test('a connection has at most ten concurrent requests; further ones wait and are answered', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.customer()]
      const [connection, free] = [await agent.connect(), await other.connect()]
      const { chatId } = await startChat(agent)
      await valve.hold()
      const sending = { chat_id: chatId, event: { type: 'message', text: 'Hello' } }
      const ids = Array.from({ length: 15 }, () => connection.request('send_event', sending))
      await valve.holding(10)
      await free.succeed('ping')
      await free.succeed('get_chats_summary')
      assert.equal(valve.heldCount, 10)
      valve.release()
      const responses = await Promise.all(ids.map((id) => connection.response(id)))
      assert.ok(responses.every(({ success }) => success === true))
    })

    test('all connections of a caller together have at most three concurrent transactions', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const connections = [await agent.connect(), await agent.connect()]
      const free = await other.connect()
      await valve.hold()
      const requestIds = connections.flatMap((connection) =>
        Array.from({ length: 4 }, () => ({ connection, id: connection.request('start_chat') })),
      )
      await valve.holding(3)
      const id = free.request('start_chat')
      await valve.holding(4)
      await free.succeed('ping')
      assert.equal(valve.heldCount, 4)
      valve.release()
      for (const { connection, id } of requestIds) assert.equal((await connection.response(id)).success, true)
      assert.equal((await free.response(id)).success, true)
    })

    test('changes that lock the same customer start one after the other', async () => {
      const customer = await (await suite.world()).customer()
      const [connection, free] = [await customer.connect('v0.3'), await customer.connect('v0.3')]
      for (const action of ['start_chat', 'update_last_seen_timestamp']) {
        await valve.hold()
        const ids = Array.from({ length: 5 }, () => connection.request(action, {}))
        await valve.holding(1)
        await free.succeed('get_chats_summary')
        assert.equal(valve.heldCount, 1)
        valve.release()
        for (const id of ids) assert.equal((await connection.response(id)).success, true)
      }
    })
  })

  describe('a frame', () => {
    test('a frame of 256 KiB is read, and a larger one closes with 1009', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.sendText(JSON.stringify({ request_id: 'large', action: 'ping' }).padEnd(262_144, ' '))
      await connection.response('large')
      connection.sendText('{}'.padEnd(262_145, ' '))
      assert.equal((await connection.waitForEnd()).code, 1009)
    })

    test('a binary frame closes with 1003', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.sendBinary(Buffer.from('{"action":"ping"}'))
      assert.equal((await connection.waitForEnd()).code, 1003)
      assert.equal(connection.frames.length, 1)
    })
  })
})

forEachStorage('limits of RTM connections', (storage) => {
  const suite = useEngine(storage, { rtm: { connectionsPerCustomer: 2, connectionsPerAgent: 2 } })

  describe('a connection beyond the maximum', () => {
    test('the connection of a customer gets the error and the push, and is closed with 4003', async () => {
      const customer = await (await suite.world()).customer()
      const [first, second, third] = [
        await customer.connect(),
        await customer.connect(),
        await customer.open(),
      ]
      assert.deepEqual(await third.refuse('login', { token: customer.token }), tooManyConnections)
      assert.deepEqual(await third.framesUntilEnd(), [
        { action: 'customer_disconnected', type: 'push', payload: { reason: 'too_many_connections' } },
      ])
      assert.equal((await third.waitForEnd()).code, 4003)
      await startChat(customer)
      for (const connection of [first, second]) await connection.push('incoming_chat_thread')
    })

    test('the connection of an agent gets the error, and is closed', async () => {
      const agent = await (await suite.world()).agent('ada')
      const [first, second, third] = [await agent.connect(), await agent.connect(), await agent.open()]
      assert.deepEqual(await third.refuse('login', { token: agent.token }), tooManyConnections)
      assert.deepEqual(await third.framesUntilEnd(), [])
      await first.succeed('ping')
      await second.succeed('ping')
    })

    test('a new connection is accepted after another one has ended', async () => {
      const customer = await (await suite.world()).customer()
      const [first] = [await customer.connect(), await customer.connect()]
      await first.close()
      await customer.connect()
    })

    test('the maximum of connections counts per customer', async () => {
      const world = await suite.world()
      const [one, other] = [await world.customer(), await world.customer()]
      await one.connect()
      await one.connect()
      await other.connect()
    })
  })
})

forEachStorage('limits of RTM connections', (storage) => {
  const suite = useEngine(storage, {
    rtm: { anonymousCount: 4, anonymousPerAddressCount: 2 },
    trustProxy: 1,
  })

  test('connections before login are limited per address and in total', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const from = (address: string) => agent.open(undefined, { 'x-forwarded-for': address })
    const refusedFrom = (address: string) =>
      RtmClient.openRefused(agent.rtmUrl(), { 'x-forwarded-for': address })
    const first = await from('192.0.2.1')
    await from('192.0.2.1')
    const fromThere = await refusedFrom('192.0.2.1')
    assert.deepEqual([fromThere.status, fromThere.retryAfter], [429, '1'])
    assert.equal(at(fromThere.body, 'error.type'), 'too_many_requests')
    await from('192.0.2.2')
    await from('2001:db8::1')
    const fromAnywhere = await refusedFrom('192.0.2.3')
    assert.deepEqual([fromAnywhere.status, fromAnywhere.retryAfter], [503, '1'])
    assert.equal(at(fromAnywhere.body, 'error.type'), 'service_unavailable')
    await first.succeed('login', { token: agent.token })
    const another = await customer.open(undefined, { 'x-forwarded-for': '192.0.2.1' })
    assert.equal((await refusedFrom('192.0.2.3')).status, 503)
    await another.close()
    await from('192.0.2.3')
  })
})

forEachStorage('limits of RTM connections', (storage) => {
  const suite = useEngine(storage, { rtm: { bufferedBytes: 65_536 } })

  test('a client that does not read is closed with 4009, and no other client waits', {
    skip: !wire.canStopReading,
  }, async () => {
    const world = await suite.world()
    const [customer, writer, sleeper] = [
      await world.customer(),
      await world.agent('ada'),
      await world.agent('bob'),
    ]
    const { chatId } = await startChat(customer)
    const [slow, quick] = [await sleeper.connect(), await customer.connect()]
    slow.stopReading()
    const { parley } = suite.engine
    let isSleeperGone = false
    const end = parley.on('agents_disconnected', () => {
      isSleeperGone = true
    })
    const host = parley.as({ agentId: writer.id })
    const content = { text: 'x'.repeat(60_000) }
    let count = 0
    // The operating system decides how much it buffers for a client that does not read.
    for (; count < 1_000 && !isSleeperGone; count += 1) {
      await host.sendEvent({ chat_id: chatId, event: { type: 'custom', content } })
      // Sockets are written to between turns of the event loop, and some storages complete within one turn.
      await nextTurn()
    }
    end()
    assert.ok(isSleeperGone, `still open after ${count} events`)
    await say(writer, chatId, 'The end')
    await quick.next(isEnd, 'the last event')
    slow.resumeReading()
    assert.equal((await slow.waitForEnd()).code, 4009)
  })

  test('a large burst of pushes does not close a client that reads it', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const reader = await customer.connect()
    const host = suite.engine.parley.as({ agentId: agent.id })
    const content = { text: 'x'.repeat(60_000) }
    const burst = [1, 2, 3, 4].map(() =>
      host.sendEvent({ chat_id: chatId, event: { type: 'custom', content } }),
    )
    await Promise.all(burst)
    await say(agent, chatId, 'The end')
    const last = await reader.next(isEnd, 'the last event')
    assert.equal(at(last, 'payload.event.order'), 5)
  })
})

forEachStorage('long messages before login', (storage) => {
  const suite = useEngine(storage)

  test('long messages before login wait while their address exceeds its byte rate, and a login does not wait', async () => {
    const customer = await (await suite.world()).customer()
    const long = (id: string) => JSON.stringify({ request_id: id, action: 'ping' }).padEnd(65_536, ' ')
    for (let opened = 0; opened < 4; opened += 1) {
      const connection = await customer.open()
      for (let count = 0; count < 8; count += 1) {
        connection.sendText(long(`${count}`))
        assert.equal((await connection.response(`${count}`)).success, true)
      }
    }
    const [waiting, honest] = [await customer.open(), await customer.open()]
    waiting.sendText(long('one too many'))
    await honest.succeed('login', { token: customer.token })
    assert.deepEqual(await waiting.settledFrames(), [])
    suite.engine.clock.advance(1_000)
    assert.equal((await waiting.response('one too many')).success, true)
  })
})

forEachStorage('slots of connections before login', (storage) => {
  const suite = useEngine(storage, { rtm: { anonymousPerAddressCount: 2 } })

  test('a slot stays occupied after the close until the socket has ended', async () => {
    const agent = await (await suite.world()).agent('ada')
    const unknown = agent.rtmUrl('v9.9')
    const sockets = [await upgradeOnly(unknown), await upgradeOnly(unknown)]
    assert.equal((await RtmClient.openRefused(agent.rtmUrl())).status, 429)
    for (const socket of sockets) socket?.destroy()
    let socket: Socket | undefined
    while (socket === undefined) {
      await nextTurn()
      socket = await upgradeOnly(agent.rtmUrl())
    }
    socket.destroy()
  })
})

function isEnd(frame: Readonly<Record<string, unknown>>): boolean {
  return frame.action === 'incoming_event' && at(frame, 'payload.event.type') === 'message'
}

/**
 * Opens a connection that reads nothing and never replies to a close frame. Resolves with `undefined` when it is
 * refused.
 */
async function upgradeOnly(url: string): Promise<Socket | undefined> {
  const key = randomBytes(16).toString('base64')
  const handshake = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' }
  const requestIds = request(url.replace(/^ws/, 'http'), {
    headers: { ...handshake, 'sec-websocket-key': key },
  })
  requestIds.end()
  return new Promise((resolve, reject) => {
    requestIds.once('upgrade', (_, socket) => resolve(socket)).once('error', reject)
    requestIds.once('response', (response) => resolve(void response.resume()))
  })
}
