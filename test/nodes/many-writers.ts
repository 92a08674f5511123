import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChat } from '../support/conversations.js'
import { eventually } from '../support/deadline.js'
import { byProfile } from '../support/profile.js'
import type { RtmClient } from '../support/rtm-client.js'
import { type BusKind, useSeveralNodes } from '../support/several-nodes.js'
import { countEvents, receivedEvents, requireGapless } from './received-events.js'

const writerCount = 50
const chatCount = 5
const eventCount = byProfile({ quick: 200, full: 1_000, nightly: 10_000 })
const perWriter = eventCount / writerCount

/** Registers tests that every reader, on any node, sees the same. */
export function testManyWriters(busKind: BusKind): void {
  const nodes = useSeveralNodes(busKind, 3)

  test(`${writerCount} writers on three nodes: all readers see ${eventCount} events in one order, nothing twice`, async () => {
    const { engines } = nodes()
    const [first] = engines
    assert.ok(first)
    const world = await first.world()
    const reader = await world.agent('reader')
    const readers = await Promise.all(engines.map((engine) => reader.on(engine).connect()))
    const writers: RtmClient[] = []
    for (let index = 0; index < writerCount; index += 1) {
      const engine = engines[index % engines.length]
      assert.ok(engine)
      writers.push(await (await world.agent(`writer${index}`)).on(engine).connect())
    }
    const chatIds: string[] = []
    while (chatIds.length < chatCount) chatIds.push((await startChat(await world.customer())).chatId)
    const write = async (client: RtmClient, index: number) => {
      const chat_id = chatIds[index % chatCount]
      for (let number = 0; number < perWriter; number += 1) {
        await client.succeed('send_event', {
          chat_id,
          event: { type: 'message', text: `${index} ${number}` },
        })
      }
    }
    await Promise.all(writers.map(write))
    for (const client of readers) {
      await eventually(async () => {
        const count = countEvents(client.frames)
        assert.ok(count >= eventCount, `${count} events were received`)
      })
    }
    const [one, ...others] = readers.map((client) => receivedEvents(client.frames))
    assert.ok(one)
    for (const events of one.values()) requireGapless(events)
    for (const other of others) assert.deepEqual(other, one)
    const ids = [...one.values()].flat()
    assert.deepEqual([ids.length, new Set(ids).size], [eventCount, eventCount])
  })
}
