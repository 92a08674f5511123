import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ParleyOptions } from '@parley/core'
import { VirtualClock } from '@parley/core/testing'
import { startChat } from '../support/conversations.js'
import { eventually, within } from '../support/deadline.js'
import { startSeconds, TestEngine } from '../support/engine.js'
import { textAt } from '../support/json.js'
import { LateBus, type LateBusOptions } from '../support/late-bus.js'
import { byProfile } from '../support/profile.js'
import type { RtmClient } from '../support/rtm-client.js'
import type { StorageKind } from '../support/storages.js'
import type { Person } from '../support/world.js'
import { receivedEvents, requireGapless } from './received-events.js'

const eventCount = byProfile({ quick: 150, full: 10_000, nightly: 10_000 })
const chatCount = 5
/** Steps of the nodes' clocks and of real time, in milliseconds: the nodes' clocks run ten times as fast. */
const stepMs = 50
const realStepMs = 5

type BusOptions = Pick<LateBusOptions, 'mostMs' | 'duplicated' | 'lost'>

interface Nodes {
  readonly engines: readonly TestEngine[]
  readonly bus: LateBus
}

function useNodes(kind: StorageKind, options: BusOptions, engineOptions: Partial<ParleyOptions> = {}) {
  const clock = new VirtualClock(startSeconds * 1_000)
  const bus = new LateBus({ clock, seed: 7, ...options })
  const engines: TestEngine[] = []
  let timer: NodeJS.Timeout | undefined
  before(async () => {
    const rtm = { messagesPerSecond: 1_000_000, inactivityTimeoutMs: 3_600_000 }
    while (engines.length < 3) {
      const [first] = engines
      const sameDatabase: StorageKind = async () => {
        assert.ok(first)
        return { open: () => first.openStorage(), remove: async () => {} }
      }
      const all = { ...engineOptions, clock, bus: bus.node(), rtm }
      engines.push(await TestEngine.start(first === undefined ? kind : sameDatabase, all))
    }
    timer = setInterval(() => clock.advance(stepMs), realStepMs)
  })
  after(async () => {
    clearInterval(timer)
    for (const engine of engines.toReversed()) await engine.stop()
  })
  return (): Nodes => ({ engines, bus })
}

/** Connects an agent and a customer to each node. All belong to the same chats, and none of them catches up. */
async function connectReaders({ engines }: Nodes) {
  const [first] = engines
  assert.ok(first)
  const world = await first.world()
  const [agent, customer] = [await world.agent('ada'), await world.customer()]
  const people: readonly Person[] = [agent, customer]
  const readers = await Promise.all(
    engines.flatMap((engine) => people.map((person) => person.on(engine).connect())),
  )
  const chats: string[] = []
  while (chats.length < chatCount) {
    const engine = engines[chats.length % engines.length]
    assert.ok(engine)
    chats.push((await startChat(customer.on(engine))).chatId)
  }
  return { agent, customer, readers, chats }
}

/** Writes messages to the chats, each through another node than the one before. */
async function writeMessages(
  { engines }: Nodes,
  { agent, chats }: Awaited<ReturnType<typeof connectReaders>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const written = new Map<string, readonly string[]>()
  const callers = engines.map((engine) => agent.on(engine).web())
  const writeTo = async (chat_id: string) => {
    const ids: string[] = []
    for (let number = 0; number < eventCount / chatCount; number += 1) {
      const event = { type: 'message', text: `${number}` }
      const answer = await callers[number % callers.length]?.succeed('send_event', { chat_id, event })
      ids.push(textAt(answer, 'event.id'))
    }
    written.set(chat_id, ids)
  }
  await Promise.all(chats.map(writeTo))
  return written
}

async function requireAll(reader: RtmClient, written: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await eventually(async () => {
    const events = receivedEvents(reader.frames)
    for (const [chatId, ids] of written) assert.equal(events.get(chatId)?.length, ids.length, chatId)
  })
  for (const [chatId, events] of receivedEvents(reader.frames)) {
    requireGapless(events)
    assert.deepEqual(
      events.map((event) => event.split(' ')[1]),
      written.get(chatId),
    )
  }
}

/**
 * Registers tests of what ordinary connections are pushed when the bus delivers commits of other nodes late or never.
 */
export function testLatePushes(kind: StorageKind): void {
  const nodes = useNodes(kind, { mostMs: 2_000, duplicated: 0.05, lost: 0.01 })

  test(`${eventCount} events on three nodes, with a bus that is up to 2 s late and loses some: every connection receives each once and in order`, async (context) => {
    const scene = await connectReaders(nodes())
    const written = await writeMessages(nodes(), scene)
    for (const reader of scene.readers) await requireAll(reader, written)
    for (const reader of scene.readers) assert.ok(reader.isOpen)
    const started = scene.readers.map(({ frames }) => {
      return frames.filter(({ action }) => action === 'incoming_chat_thread').length
    })
    assert.deepEqual(new Set(started), new Set([chatCount]), 'each reader receives the start of every chat')
    const late = nodes().engines.map(({ parley }) => parley.metrics().bus)
    context.diagnostic(`${nodes().bus.lostCount} messages lost; ${JSON.stringify(late)}`)
    assert.ok(late.every(({ lateCommitCount }) => lateCommitCount > 0))
    assert.deepEqual(new Set(late.map(({ forcedReconnectCount }) => forcedReconnectCount)), new Set([0]))
    for (const reader of scene.readers) await reader.close()
  })
}

/**
 * Registers tests of a storage that does not store the facts of its commits: a connection that misses a push is closed,
 * so that its client reconnects.
 */
export function testLostPushes(kind: StorageKind): void {
  const catchUp = { changesPerChat: 0 }
  const nodes = useNodes(kind, { mostMs: 0, duplicated: 0, lost: 1 }, { catchUp })

  test('a connection that missed commits which are no longer stored is closed with 1012', async () => {
    const { engines } = nodes()
    const [here, there] = engines
    assert.ok(here && there)
    const world = await here.world()
    const [agent, customer, other] = [
      await world.agent('ada'),
      await world.customer(),
      await world.customer(),
    ]
    const [desk, phone] = [await agent.on(there).connect(), await customer.on(there).connect()]
    const stranger = await other.on(there).connect()
    const { chatId } = await startChat(customer)
    for (const reader of [desk, phone]) {
      assert.equal((await within(reader.closed, () => 'the end of a connection', 10_000)).code, 1012)
    }
    await pause(20)
    assert.ok(stranger.isOpen, 'a customer of another chat stays connected')
    assert.ok(there.parley.metrics().bus.forcedReconnectCount >= 2)
    assert.equal(here.parley.metrics().bus.forcedReconnectCount, 0)
    assert.ok(chatId)
    await stranger.close()
  })
}
