import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Storage } from '@parley/core'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'

const tooMany = { type: 'too_many_requests', message: 'Too many requests' }
const tooManyConnections = { ...tooMany, message: 'Too many requests: too many connections' }

forEachStorage('limits of RTM connections', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { wrap: (inner: Storage) => valve.guard(inner) })

  describe('the rate of a connection', () => {
    test('is bounded by a burst of 40 messages, and 20 a second after it', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const burst = async (count: number) => {
        const ids = Array.from({ length: count }, () => connection.request('ping'))
        const responses = await Promise.all(ids.map((id) => connection.response(id)))
        return responses.filter(({ success }) => success).length
      }
      assert.equal(await burst(45), 39)
      assert.equal(await burst(5), 0)
      suite.engine.clock.advance(1_000)
      assert.equal(await burst(30), 20)
      suite.engine.clock.advance(60)
      assert.equal(await burst(2), 1)
    })

    test('tells who asks too much which request it refuses', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 39; count += 1) connection.request('ping')
      const response = await connection.call('get_chats_summary')
      assert.deepEqual(response, {
        ...{ request_id: 'request-41', action: 'get_chats_summary', type: 'response', success: false },
        payload: { error: tooMany },
      })
    })

    test('does not concern other connections of the same customer', async () => {
      const customer = await (await suite.world()).customer()
      const [busy, calm] = [await customer.connect(), await customer.connect()]
      const ids = Array.from({ length: 50 }, () => busy.request('ping'))
      await Promise.all(ids.map((id) => busy.response(id)))
      await calm.succeed('ping')
    })
  })

  describe('the requests under way on a connection', () => {
    test('are ten at most; what comes on top waits and is answered', async () => {
      const world = await suite.world()
      const [customer, other] = [await world.customer(), await world.customer()]
      const [connection, free] = [await customer.connect(), await other.connect()]
      valve.hold()
      const ids = Array.from({ length: 15 }, (_, index) =>
        connection.request('update_customer', { name: `Name ${index}` }),
      )
      await valve.holding(10)
      await free.succeed('ping')
      await free.succeed('get_chats_summary')
      assert.equal(valve.heldCount, 10)
      valve.release()
      const responses = await Promise.all(ids.map((id) => connection.response(id)))
      assert.ok(responses.every(({ success }) => success === true))
    })
  })

  describe('a frame', () => {
    test('of 256 KiB is read, and one that is larger closes with 1009', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.sendText(JSON.stringify({ request_id: 'large', action: 'ping' }).padEnd(262_144, ' '))
      await connection.response('large')
      connection.sendText('{}'.padEnd(262_145, ' '))
      assert.equal((await connection.ending()).code, 1009)
    })

    test('that is binary closes with 1003', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.sendBinary(Buffer.from('{"action":"ping"}'))
      assert.equal((await connection.ending()).code, 1003)
      assert.equal(connection.frames.length, 1)
    })
  })
})

forEachStorage('limits of RTM connections', (storage) => {
  const suite = useEngine(storage, { rtm: { connectionsPerCustomer: 2, connectionsPerAgent: 2 } })

  describe('one connection too many', () => {
    test('of a customer gets the error and the push, and is closed with 4003', async () => {
      const customer = await (await suite.world()).customer()
      const [first, second, third] = [
        await customer.connect(),
        await customer.connect(),
        await customer.open(),
      ]
      assert.deepEqual(await third.refuse('login', { token: customer.token }), tooManyConnections)
      assert.deepEqual(await third.rest(), [
        { action: 'customer_disconnected', type: 'push', payload: { reason: 'too_many_connections' } },
      ])
      assert.equal((await third.ending()).code, 4003)
      await startChat(customer)
      for (const connection of [first, second]) await connection.push('incoming_chat_thread')
    })

    test('of an agent gets the error, and is closed', async () => {
      const agent = await (await suite.world()).agent('ada')
      const [first, second, third] = [await agent.connect(), await agent.connect(), await agent.open()]
      assert.deepEqual(await third.refuse('login', { token: agent.token }), tooManyConnections)
      assert.deepEqual(await third.rest(), [])
      await first.succeed('ping')
      await second.succeed('ping')
    })

    test('is welcome again when another one has ended', async () => {
      const customer = await (await suite.world()).customer()
      const [first] = [await customer.connect(), await customer.connect()]
      await first.close()
      await customer.connect()
    })

    test('counts for each customer alone', async () => {
      const world = await suite.world()
      const [one, other] = [await world.customer(), await world.customer()]
      await one.connect()
      await one.connect()
      await other.connect()
    })
  })
})

forEachStorage('limits of RTM connections', (storage) => {
  const suite = useEngine(storage, { rtm: { bufferedBytes: 65_536 } })

  test('who does not read is closed with 4009, and nobody else waits', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const [slow, quick] = [await customer.connect(), await customer.connect()]
    slow.stopReading()
    const host = suite.engine.parley.as({ agentId: agent.id })
    const content = { text: 'x'.repeat(60_000) }
    for (let count = 0; count < 240; count += 1) {
      await host.sendEvent({ chat_id: chatId, event: { type: 'custom', content } })
    }
    await say(agent, chatId, 'The end')
    const last = await quick.next(isEnd, 'the last event')
    assert.equal(at(last, 'payload.event.order'), 241)
    slow.readOn()
    assert.equal((await slow.ending()).code, 4009)
  })

  test('a burst over the limit closes nobody who reads it', async () => {
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

function isEnd(frame: Readonly<Record<string, unknown>>): boolean {
  return frame.action === 'incoming_event' && at(frame, 'payload.event.type') === 'message'
}
