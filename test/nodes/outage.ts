import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startChat } from '../support/conversations.js'
import { eventually, within } from '../support/deadline.js'
import type { TestEngine } from '../support/engine.js'
import { listAt, textAt } from '../support/json.js'
import { byProfile } from '../support/profile.js'
import { ReturningReader } from '../support/returning-reader.js'
import type { RtmClient } from '../support/rtm-client.js'
import { type BusKind, useSeveralNodes } from '../support/several-nodes.js'
import type { WebCaller } from '../support/web-client.js'
import type { Person } from '../support/world.js'
import { receivedEvents, requireGapless } from './received-events.js'

const awayMs = byProfile({ quick: 500, full: 3_000, nightly: 30_000 })
/** Time from a response to the writer's next message, in milliseconds. */
const paceMs = byProfile({ quick: 20, full: 20, nightly: 60 })
const chatCount = 3
const clockStepMs = 50

/** Advances the clocks and sends pings for the readers. Returns a function that stops it. */
function keepAlive(
  engines: readonly TestEngine[],
  readers: readonly ReturningReader[],
  idle: RtmClient,
): () => void {
  let steps = 0
  const timer = setInterval(() => {
    for (const { clock } of engines) clock.advance(clockStepMs)
    steps += 1
    if (steps % 100 !== 0) return
    for (const reader of readers) reader.ping()
    if (idle.isOpen) idle.request('ping')
  }, clockStepMs)
  return () => clearInterval(timer)
}

interface Writer {
  readonly caller: WebCaller
  readonly chatId: string
  readonly threadId: string
}

/** Returns one writer on each node for each of several chats. */
async function writersOn(engines: readonly TestEngine[], agent: Person): Promise<readonly Writer[]> {
  const writers: Writer[] = []
  for (let index = 0; index < chatCount; index += 1) {
    const chat = await startChat(await agent.world.customer())
    for (const engine of engines) writers.push({ caller: agent.on(engine).web(), ...chat })
  }
  return writers
}

/** Sends messages until stopped. */
async function write(
  { caller, chatId }: Writer,
  shouldContinue: () => boolean,
  answered: Set<string>,
): Promise<void> {
  while (shouldContinue()) {
    const event = { type: 'message', text: 'through everything' }
    answered.add(textAt(await caller.succeed('send_event', { chat_id: chatId, event }), 'event.id'))
    await pause(paceMs)
  }
}

async function busStatus(engines: readonly TestEngine[], status: string): Promise<void> {
  await eventually(async () => {
    for (const { parley } of engines) assert.equal((await parley.health()).bus, status)
  })
}

/** Registers tests of an outage of the bus while the storage keeps working. */
export function testOutageUnderLoad(busKind: BusKind): void {
  const nodes = useSeveralNodes(busKind, 2, { expectsErrors: true })

  test(`an outage of the bus for ${awayMs / 1_000} s under load: acknowledged messages are stored, and readers who catch up miss nothing`, async () => {
    const { engines, gate } = nodes()
    const [first, last] = [engines[0], engines.at(-1)]
    assert.ok(first && last && gate)
    const world = await first.world()
    const [agent, revoked] = [await world.agent('ada'), await world.agent('gone')]
    const readers = await Promise.all(engines.map((engine) => ReturningReader.connect(agent.on(engine))))
    const idle = await revoked.on(last).connect()
    const writers = await writersOn(engines, agent)
    await eventually(async () => {
      for (const { chatId } of writers) for (const reader of readers) assert.ok(reader.knows(chatId), chatId)
    })
    const rest = keepAlive(engines, readers, idle)
    const answered = new Set<string>()
    let isUnderLoad = true
    try {
      const load = Promise.allSettled(writers.map((writer) => write(writer, () => isUnderLoad, answered)))
      await gate.shut()
      await busStatus(engines, 'unavailable')
      await first.parley.admin.tokens.revoke(revoked.token)
      const before = answered.size
      await pause(awayMs)
      assert.ok(answered.size > before, 'every node serves requests during the outage')
      await gate.open()
      await busStatus(engines, 'ok')
      await within(idle.closed, () => 'the end of the session whose token was revoked', 10_000)
      isUnderLoad = false
      for (const outcome of await load) assert.equal(outcome.status, 'fulfilled')
      await requireStored(agent.on(last), writers, answered)
      await requireAllReceived(readers, writers, answered)
      for (const reader of readers) await reader.leave()
    } finally {
      isUnderLoad = false
      rest()
    }
  })
}

async function requireStored(
  reader: Person,
  writers: readonly Writer[],
  answered: ReadonlySet<string>,
): Promise<void> {
  const stored = new Set<string>()
  for (const { chatId, threadId } of writers) {
    const request = { chat_id: chatId, thread_ids: [threadId] }
    const [thread] = listAt(await reader.web().succeed('get_chat_threads', request), 'chat.threads')
    for (const event of listAt(thread, 'events')) stored.add(textAt(event, 'id'))
  }
  const lost = [...answered].filter((id) => !stored.has(id))
  assert.deepEqual(lost, [], 'every acknowledged message is stored')
}

/**
 * Checks that every reader had to reconnect, and received everything from before, during and after the outage once and
 * in order.
 */
async function requireAllReceived(
  readers: readonly ReturningReader[],
  writers: readonly Writer[],
  answered: Set<string>,
): Promise<void> {
  for (const writer of writers) await write(writer, requireOnce(), answered)
  for (const reader of readers) {
    await eventually(async () => {
      assert.ok(reader.returnCount > 0, 'the reader was disconnected and reconnected')
      const receivedIds = [...receivedEvents(reader.frames).values()]
        .flat()
        .map((place) => place.split(' ')[1])
      const missing = [...answered].filter((id) => !receivedIds.includes(id))
      assert.deepEqual(missing, [], 'every acknowledged message was received')
    })
    for (const receivedIds of receivedEvents(reader.frames).values()) requireGapless(receivedIds)
  }
}

function requireOnce(): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count === 1
  }
}
