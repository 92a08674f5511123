import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { testBus } from '@parley/conformance'
import { gateToRedis, noRedis } from '../../../test/support/redis.js'
import { redisBus } from '../src/index.js'

for (const sharded of [true, false]) {
  describe(`a Redis bus, ${sharded ? 'sharded' : 'plain'}`, { skip: noRedis }, () => {
    const factory = async () => {
      const { gate, url } = await gateToRedis()
      const options = { redis: url, prefix: randomUUID(), sharded }
      const another = () => redisBus<unknown>({ ...options, onError: () => {} })
      const outage = { begin: () => gate.shut(), end: () => gate.open() }
      return { bus: another(), another, outage, cleanup: () => gate.shut() }
    }
    testBus({ test, factory, supports: { separateNodes: true, outages: true } })
  })
}
