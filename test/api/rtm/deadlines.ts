import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { wire } from '../../support/wire.js'

/** Interval in ms at which the engine checks deadlines. */
const sweepMs = 1_000

forEachStorage('deadlines of RTM connections', (storage) => {
  const suite = useEngine(storage)
  const later = (ms: number) => suite.engine.clock.advance(ms)

  describe('the login deadline', () => {
    test('the login deadline closes with 4001 after 30 seconds, and not before', async () => {
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const connection = await person.open()
        // This request makes the engine look up the license, which has less time than the login.
        await connection.refuse('login', { token: 'plc_unknown' })
        later(29_000)
        await connection.succeed('ping')
        later(1_000 + sweepMs)
        assert.deepEqual(await connection.waitForEnd(), { code: 4001, reason: 'no login in time' })
      }
    })

    test('the login deadline is not extended by pings or refused logins', {
      skip: !wire.hasControlFrames,
    }, async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      for (let seconds = 0; seconds < 30; seconds += 10) {
        later(9_000)
        await connection.sendPing()
        await connection.succeed('ping')
        await connection.refuse('login', { token: 'plc_unknown' })
      }
      later(3_000 + sweepMs)
      assert.equal((await connection.waitForEnd()).code, 4001)
    })

    test('the login deadline does not apply after login', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      later(30_000 + sweepMs)
      await connection.succeed('ping')
    })
  })

  describe('inactivity', () => {
    test('an inactive connection is closed with 4008 after a minute without a frame, and not before', async () => {
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const connection = await person.connect()
        later(58_000)
        await connection.succeed('ping')
        later(58_000)
        await connection.refuse('nowhere')
        later(60_000 + sweepMs)
        assert.deepEqual(await connection.waitForEnd(), { code: 4008, reason: 'no frame for too long' })
      }
    })

    test('a ping control frame counts as activity', { skip: !wire.hasControlFrames }, async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      for (let count = 0; count < 3; count += 1) {
        later(58_000)
        await connection.sendPing()
      }
      await connection.succeed('ping')
    })

    test('pongs and frames from the server do not count as activity', {
      skip: !wire.hasControlFrames,
    }, async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.connect()
      later(58_000)
      connection.sendPong()
      await customer.web().succeed('start_chat')
      await connection.push('incoming_chat_thread')
      later(2_000 + sweepMs)
      assert.equal((await connection.waitForEnd()).code, 4008)
    })
  })
})

forEachStorage('deadlines of RTM connections', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, {
    rtm: { inactivityTimeoutMs: 10_000 },
    fixed: { rtm: { loginTimeoutMs: 5_000, inFlightCount: 1 } },
    wrap: (inner: Storage) => valve.guard(inner),
  })

  test('both deadlines are configurable', async () => {
    const customer = await (await suite.world()).customer()
    const [silent, idle] = [await customer.open(), await customer.connect()]
    suite.engine.clock.advance(6_000)
    assert.equal((await silent.waitForEnd()).code, 4001)
    suite.engine.clock.advance(5_000)
    assert.equal((await idle.waitForEnd()).code, 4008)
  })

  test('a connection whose frames are not read, because of many pending requests, does not count as inactive', async () => {
    const connection = await (await (await suite.world()).customer()).connect()
    await valve.hold()
    const ids = [connection.request('start_chat'), connection.request('ping')]
    await valve.holding(1)
    suite.engine.clock.advance(12_000)
    valve.release()
    for (const id of ids) assert.equal((await connection.response(id)).success, true)
  })
})
