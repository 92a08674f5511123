import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { eventually } from '../../../test/support/deadline.js'
import { noRedis, RedisServer } from '../../../test/support/redis.js'
import { TcpGate } from '../../../test/support/tcp-gate.js'
import { redisBus } from '../src/index.js'

const nothing = () => undefined

test('options that cannot work are refused at once, with what would', () => {
  const redis = 'redis://127.0.0.1:6379'
  const refused: readonly [unknown, RegExp][] = [
    [undefined, /redisBus needs an address or options of ioredis, as in redisBus/],
    [{ redis: 'http://127.0.0.1:6379' }, /redisBus needs an address/],
    [{ redis, prefix: 'a b' }, /prefix must be a text without white space/],
    [{ redis, waitingBytes: -1 }, /waitingBytes must be a whole number of bytes/],
  ]
  for (const [options, message] of refused) {
    assert.throws(() => Reflect.apply(redisBus, undefined, [options]), { name: 'TypeError', message })
  }
})

test('who is not there is told, and nothing stays open', async () => {
  await assert.rejects(redisBus({ redis: 'redis://127.0.0.1:1' }).start(nothing), /ECONNREFUSED/)
})

describe('buses on one Redis', { skip: noRedis }, () => {
  let server: RedisServer
  before(async () => {
    server = await RedisServer.start()
  })
  after(() => server.stop())

  test('of different prefixes do not hear each other', async () => {
    const [one, same, other] = ['a', 'a', 'b'].map((prefix) => redisBus({ redis: server.address, prefix }))
    assert.ok(one && same && other)
    const heard: unknown[] = []
    for (const bus of [one, same, other]) await bus.start(nothing)
    await other.subscribe(1, (message) => heard.push(['other', message]))
    await same.subscribe(1, (message) => heard.push(['same', message]))
    await one.publish(1, 'hello')
    await eventually(async () => assert.deepEqual(heard, [['same', 'hello']]))
    for (const bus of [one, same, other]) await bus.close()
  })

  test('notice that nothing passes any more, though no connection has ended', {
    timeout: 60_000,
  }, async () => {
    const gate = await TcpGate.open({ host: '127.0.0.1', port: server.port })
    const bus = redisBus({ redis: `redis://127.0.0.1:${gate.port}` })
    let resumedCount = 0
    await bus.start(() => {
      resumedCount += 1
    })
    gate.freeze()
    await eventually(async () => assert.equal(resumedCount, 1))
    await bus.ping()
    await bus.close()
    await gate.shut()
  })

  test('live on when Redis ends a connection, whichever it is, and say so', async () => {
    const bus = redisBus({ redis: server.address })
    const admin = new Redis(server.address)
    let resumedCount = 0
    await bus.start(() => {
      resumedCount += 1
    })
    for (const type of ['pubsub', 'normal']) {
      const before = resumedCount
      await admin.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes')
      await eventually(async () => assert.equal(resumedCount > before, true))
      await bus.ping()
    }
    await bus.close()
    admin.disconnect()
  })

  test('tell what comes and is no JSON, and live on', async () => {
    const failures: unknown[] = []
    const bus = redisBus({ redis: server.address, failed: (cause) => failures.push(cause) })
    const stranger = new Redis(server.address)
    const heard: unknown[] = []
    await bus.start(nothing)
    await bus.subscribe(1, (message) => heard.push(message))
    await stranger.spublish('parley:license:1', 'somebody\nno JSON\n"hello"')
    await eventually(async () => assert.deepEqual(heard, ['hello']))
    assert.equal(failures.length, 1)
    await bus.close()
    stranger.disconnect()
  })
})
