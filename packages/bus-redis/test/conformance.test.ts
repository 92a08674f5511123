import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { testBus } from '@parley/conformance'
import { noRedis, RedisServer } from '../../../test/support/redis.js'
import { TcpGate } from '../../../test/support/tcp-gate.js'
import { redisBus } from '../src/index.js'

let server: RedisServer
before(async () => {
  if (!noRedis) server = await RedisServer.start()
})
after(() => server?.stop())

for (const sharded of [true, false]) {
  describe(`a Redis bus, ${sharded ? 'sharded' : 'plain'}`, { skip: noRedis }, () => {
    const factory = async () => {
      const gate = await TcpGate.open({ host: '127.0.0.1', port: server.port })
      const options = { redis: `redis://127.0.0.1:${gate.port}`, prefix: randomUUID(), sharded }
      const another = () => redisBus<unknown>({ ...options, failed: () => {} })
      const outage = { begin: () => gate.shut(), end: () => gate.open() }
      return { bus: another(), another, outage, cleanup: () => gate.shut() }
    }
    testBus({ test, factory, supports: { separateNodes: true, outages: true } })
  })
}
