import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { eventually } from '../../../test/support/deadline.js'
import { gateToRedis, noRedis, requireRedisUrl } from '../../../test/support/redis.js'
import { redisBus } from '../src/index.js'

const nothing = () => undefined

test('invalid options throw immediately, with an example', () => {
  const redis = 'redis://127.0.0.1:6379'
  const refused: readonly [unknown, RegExp][] = [
    [undefined, /redisBus needs an address, ioredis options, or a list of these, as in redisBus/],
    [{ redis: 'http://127.0.0.1:6379' }, /redisBus needs an address/],
    [{ redis: null }, /redisBus needs an address/],
    [{ redis: [] }, /redisBus needs an address, ioredis options, or a list of these/],
    [{ redis: [redis, 'http://127.0.0.1:1'] }, /redisBus needs an address/],
    [{ redis: [redis, [redis]] }, /redisBus needs an address/],
    [{ redis, prefix: 'a b' }, /prefix must be a string without white space/],
    [{ redis, waitingBytes: -1 }, /waitingBytes must be an integer number of bytes/],
  ]
  for (const [options, message] of refused) {
    assert.throws(() => Reflect.apply(redisBus, undefined, [options]), { name: 'ParleyConfigError', message })
  }
})

test('start rejects when the server is unreachable, and leaves nothing open', async () => {
  await assert.rejects(redisBus({ redis: 'redis://127.0.0.1:1' }).start(nothing), /ECONNREFUSED/)
})

test('every server of a list is tried, and the error contains all failures', async () => {
  const bus = redisBus({ redis: ['redis://127.0.0.1:1', 'redis://127.0.0.1:2'] })
  await assert.rejects(bus.start(nothing), (cause: unknown) => {
    assert.ok(cause instanceof AggregateError)
    assert.deepEqual(
      cause.errors.map((error: Error) => /ECONNREFUSED .*:(\d)/.exec(error.message)?.[1]),
      ['1', '2'],
    )
    return true
  })
})

describe('buses on one Redis', { skip: noRedis }, () => {
  test('do not hear each other when their prefixes differ', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    const [one, same, other] = [a, a, b].map((prefix) => redisBus({ redis: requireRedisUrl(), prefix }))
    assert.ok(one && same && other)
    const heard: unknown[] = []
    for (const bus of [one, same, other]) await bus.start(nothing)
    await other.subscribe(1, (message) => heard.push(['other', message]))
    await same.subscribe(1, (message) => heard.push(['same', message]))
    await one.publish(1, 'hello')
    await eventually(async () => assert.deepEqual(heard, [['same', 'hello']]))
    for (const bus of [one, same, other]) await bus.close()
  })

  test('hear each other whatever key prefix the ioredis options or the address set', async () => {
    const [prefix, address] = [randomUUID(), new URL(requireRedisUrl())]
    const { hostname, port, username, password } = address
    const at = { host: hostname, port: Number(port || 6379), username, password }
    const plain = redisBus({ redis: address.href, prefix })
    address.searchParams.set('keyPrefix', 'address:')
    const byAddress = redisBus({ redis: address.href, prefix })
    const byOptions = redisBus({ redis: { ...at, keyPrefix: 'options:' }, prefix })
    const buses = [plain, byAddress, byOptions]
    const heard: unknown[] = []
    for (const bus of buses) await bus.start(nothing)
    await plain.subscribe(1, (message) => heard.push(message))
    await byAddress.publish(1, 'by address')
    await eventually(async () => assert.deepEqual(heard, ['by address']))
    await byOptions.publish(1, 'by options')
    await eventually(async () => assert.deepEqual(heard, ['by address', 'by options']))
    for (const bus of buses) await bus.close()
  })

  test('notice that messages no longer pass, even if no connection has ended', {
    timeout: 60_000,
  }, async () => {
    const { gate, url } = await gateToRedis()
    const bus = redisBus({ redis: url, prefix: randomUUID() })
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

  test('reconnect and report resumed when Redis ends either connection', async () => {
    const name = randomUUID()
    const named = new URL(requireRedisUrl())
    named.searchParams.set('connectionName', name)
    const bus = redisBus({ redis: named.href, prefix: name })
    const admin = new Redis(requireRedisUrl())
    let resumedCount = 0
    await bus.start(() => {
      resumedCount += 1
    })
    for (const type of ['pubsub', 'normal']) {
      const before = resumedCount
      await endConnections(admin, type, name)
      await eventually(async () => assert.equal(resumedCount > before, true))
      await bus.ping()
    }
    await bus.close()
    admin.disconnect()
  })

  test('report received messages that are not JSON, and continue', async () => {
    const failures: unknown[] = []
    const [redis, prefix] = [requireRedisUrl(), randomUUID()]
    const bus = redisBus({ redis, prefix, onError: (cause) => failures.push(cause) })
    const stranger = new Redis(redis)
    const heard: unknown[] = []
    await bus.start(nothing)
    await bus.subscribe(1, (message) => heard.push(message))
    await stranger.spublish(`${prefix}:license:1`, 'somebody\nno JSON\n"hello"')
    await eventually(async () => assert.deepEqual(heard, ['hello']))
    assert.equal(failures.length, 1)
    await bus.close()
    stranger.disconnect()
  })
})

/** Kills the one connection with this type and name. Other tests use the same server. */
async function endConnections(admin: Redis, type: string, name: string): Promise<void> {
  const clients = String(await admin.call('CLIENT', 'LIST', 'TYPE', type)).split('\n')
  const ids = clients
    .filter((line) => line.includes(` name=${name} `))
    .map((line) => /^id=(\d+)/.exec(line)?.[1])
  assert.equal(ids.length, 1)
  for (const id of ids) await admin.call('CLIENT', 'KILL', 'ID', id ?? '')
}
