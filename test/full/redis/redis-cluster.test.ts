import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { redisBus } from '@parley/bus-redis'
import type { Bus } from '@parley/core/ports'
import { findRedisServer } from '../../../scripts/redis-server.js'
import { eventually } from '../../support/deadline.js'
import { RedisCluster } from './redis-cluster.js'

const program = findRedisServer()

interface ListeningBus {
  readonly bus: Bus<string>
  readonly received: string[]
  resumedCount: number
}

describe('buses on a Redis Cluster of three', {
  skip: program === undefined && 'there is no redis-server',
}, () => {
  let cluster: RedisCluster
  const buses: ListeningBus[] = []

  before(async () => {
    cluster = await RedisCluster.start(program ?? '')
    for (const index of cluster.urls.keys()) {
      // Each node connects to another server first.
      const redis = [...cluster.urls.slice(index), ...cluster.urls.slice(0, index)]
      const one: ListeningBus = { bus: redisBus<string>({ redis }), received: [], resumedCount: 0 }
      await one.bus.start(() => {
        one.resumedCount += 1
      })
      await one.bus.subscribe(1, (message) => one.received.push(message))
      buses.push(one)
    }
  })
  after(async () => {
    for (const { bus } of buses) await bus.close()
    await cluster.stop()
  })

  async function assertAllReceive(word: string): Promise<void> {
    await eventually(async () => {
      for (const [index, { bus }] of buses.entries()) await bus.publish(1, `${word} of ${index}`)
      for (const [index, { received }] of buses.entries()) {
        const others = [...buses.keys()].filter((other) => other !== index)
        for (const other of others)
          assert.ok(received.includes(`${word} of ${other}`), `${index} receives the message of ${other}`)
      }
    })
  }

  test('buses on a Redis Cluster of three receive messages of each other, whichever server each is connected to', () =>
    assertAllReceive('hello'))

  test('buses on a Redis Cluster of three continue on another server when a master dies, and report a possible loss', async () => {
    await cluster.kill(0)
    await eventually(async () => assert.ok((buses[0]?.resumedCount ?? 0) > 0, 'the bus works again'))
    await assertAllReceive('again')
  })

  test('buses on a Redis Cluster of three report an outage when the last responding server is cut off from the others', async () => {
    await cluster.kill(1)
    await eventually(async () => {
      for (const { bus } of buses) await assert.rejects(bus.ping())
    })
  })
})
