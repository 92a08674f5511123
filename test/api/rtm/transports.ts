import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { PlainConnection } from '../../support/plain-connection.js'
import { unhurriedRates } from '../../support/rates.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'

const tooMany = { type: 'too_many_requests', message: 'Too many requests' }

forEachStorage('a transport other than a websocket', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, {
    rates: { ...unhurriedRates, customerRequestBytesPerSecond: 65_536 },
    wrap: (inner: Storage) => valve.guard(inner),
  })

  describe('a message that the transport has parsed', () => {
    test('a parsed message is answered and pushed like a text message', async () => {
      const world = await suite.world()
      const [agent, customer] = [await world.agent('ada'), await world.customer()]
      const chat = await startChat(customer)
      const connection = await PlainConnection.connect(agent)
      const event = { type: 'message', text: 'hello' }
      connection.receive({ request_id: '1', action: 'send_event', payload: { chat_id: chat.chatId, event } })
      const response = await connection.response('1')
      assert.deepEqual([response.action, response.success], ['send_event', true])
      const push = connection.frames.find(({ action }) => action === 'incoming_event')
      assert.equal(at(push, 'payload.event.text'), 'hello')
      assert.equal(push?.request_id, '1')
    })

    test('a parsed message has the limits of a text message, and the refusal names it', async () => {
      const connection = new PlainConnection(await (await suite.world()).customer())
      let deep: unknown = 'text'
      for (let depth = 0; depth < 32; depth += 1) deep = [deep]
      const keys = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`key ${index}`, 0]))
      for (const [payload, message] of [
        [deep, /nested deeper than 32 levels/],
        [keys, /more than 1000 keys/],
        [{ ['x'.repeat(257)]: 0 }, /longer than 256 bytes/],
      ] as const) {
        const id = String(message)
        connection.receive({ request_id: id, action: 'ping', payload })
        const response = await connection.response(id)
        assert.deepEqual([response.action, at(response, 'payload.error.type')], ['ping', 'validation'])
        assert.match(String(at(response, 'payload.error.message')), message)
      }
      connection.receive([])
      assert.match(String(at(connection.frames.at(-1), 'payload.error.message')), /must be a JSON object/)
    })

    test('a parsed message beyond the frame size ends the connection, with a larger size after login', async () => {
      const customer = await (await suite.world()).customer()
      const [anonymous, known] = [new PlainConnection(customer), await PlainConnection.connect(customer)]
      for (const [connection, bytes] of [
        [anonymous, 65_536],
        [known, 262_144],
      ] as const) {
        connection.receive({ request_id: '1', action: 'ping' }, bytes)
        assert.equal((await connection.response('1')).success, true)
        connection.receive({ request_id: '2', action: 'ping' }, bytes + 1)
        assert.equal(connection.isClosed, true)
      }
    })
  })

  test('a parsed message counts by the length of its text into the byte rate limit', async () => {
    const connection = await PlainConnection.connect(await (await suite.world()).customer())
    // These requests use up the eight seconds of traffic that the rate limit allows immediately.
    for (const id of ['1', '2']) {
      connection.receive({ request_id: id, action: 'ping' }, 262_144)
      assert.equal((await connection.response(id)).success, true)
    }
    connection.receive({ request_id: '3', action: 'ping' })
    assert.deepEqual(at(await connection.response('3'), 'payload.error'), tooMany)
  })

  test('isCommitting returns whether a change is being committed, until its response', async () => {
    const { parley } = suite.engine
    const customer = await (await suite.world()).customer()
    const connection = await PlainConnection.connect(customer)
    const { chatId } = await startChat(customer)
    assert.equal(parley.isCommitting(), false)
    await valve.hold()
    const event = { type: 'message', text: 'hello' }
    connection.receive({ request_id: '1', action: 'send_event', payload: { chat_id: chatId, event } })
    await valve.holding(1)
    assert.equal(parley.isCommitting(), true)
    valve.release()
    await connection.response('1')
    assert.equal(parley.isCommitting(), false)
  })

  describe('a connection that cannot be paused', () => {
    test('a connection without pause gets the messages of a burst answered at its rate', async () => {
      const connection = await PlainConnection.connect(await (await suite.world()).customer())
      for (let count = 0; count < 60; count += 1)
        connection.receive({ request_id: `${count}`, action: 'ping' })
      await connection.response('39')
      assert.deepEqual(at(await connection.response('40'), 'payload.error'), tooMany)
      assert.equal(connection.frames.length, 42)
      for (let count = 0; count < 10; count += 1) suite.engine.clock.advance(50)
      assert.equal((await connection.response('59')).success, true)
      assert.equal(connection.isClosed, false)
    })

    test('a connection without pause that keeps sending gets each message refused by name, and is closed at last', async () => {
      const connection = await PlainConnection.connect(await (await suite.world()).customer())
      const send = (name: string, count: number) => {
        for (let number = 0; number < count; number += 1) {
          connection.receive({ request_id: `${name} ${number}`, action: 'ping' })
        }
      }
      // Ten requests are running and a hundred wait.
      send('first', 110)
      assert.equal(connection.frames.length, 11)
      send('more', 100)
      assert.deepEqual(at(await connection.response('more 99'), 'payload.error'), tooMany)
      assert.equal(connection.isClosed, false)
      send('last', 110)
      assert.equal(connection.isClosed, true)
    })

    test('a connection without pause is closed earlier before login', async () => {
      const connection = new PlainConnection(await (await suite.world()).customer())
      for (let count = 0; count < 115; count += 1) connection.receive({ action: 'ping' })
      assert.equal(connection.isClosed, false)
      connection.receive({ action: 'ping' })
      assert.equal(connection.isClosed, true)
    })

    test('a connection without pause does not affect other connections', async () => {
      const world = await suite.world()
      const [flooding, other] = [await world.customer(), await world.customer()]
      const connection = await PlainConnection.connect(flooding)
      for (let count = 0; count < 1_000; count += 1) connection.receive({ action: 'ping' })
      await connection.ended()
      const chat = await startChat(other)
      await say(other, chat.chatId, 'still here')
    })
  })

  describe('a connection without close codes', () => {
    test('a connection without close codes gets the disconnect push when a reason applies', async () => {
      const agent = await (await suite.world()).agent('ada')
      const connection = await PlainConnection.connect(agent)
      await suite.engine.parley.admin.agents.logOut(agent.id)
      await connection.ended()
      const reason = 'logged_out_remotely'
      assert.deepEqual(connection.frames.at(-1), {
        ...{ action: 'agent_disconnected', type: 'push', payload: { reason } },
      })
    })

    test('a connection without close codes gets an error for an unknown version', async () => {
      const connection = new PlainConnection(await (await suite.world()).agent('ada'), '/agent/v9.9/rtm/ws')
      await connection.ended()
      const reason = 'unsupported_version'
      assert.deepEqual(connection.frames, [
        { action: 'agent_disconnected', type: 'push', payload: { reason } },
      ])
    })

    test('a connection without close codes ends without a push when no reason applies', async () => {
      const connection = new PlainConnection(await (await suite.world()).customer())
      suite.engine.clock.advance(31_000)
      await connection.ended()
      assert.deepEqual(connection.frames, [])
    })
  })
})
