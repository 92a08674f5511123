import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isNightly } from '../faults/profile.js'
import { startChat } from '../support/conversations.js'
import { eventually, within } from '../support/deadline.js'
import type { TestEngine } from '../support/engine.js'
import { listAt, textAt } from '../support/json.js'
import type { RtmClient } from '../support/rtm-client.js'
import { type Between, useSeveralNodes } from '../support/several-nodes.js'
import type { Person } from '../support/world.js'
import { heardOf, requireAscending } from './heard.js'

const awayMs = isNightly ? 30_000 : 3_000
/** From an answer to the writer's next message. */
const paceMs = isNightly ? 60 : 20
const chatCount = 3
const clockStepMs = 50

/** Has clocks run, and shows that the clients live; answers how to end it. */
function keepAlive(engines: readonly TestEngine[], clients: readonly RtmClient[]): () => void {
  let steps = 0
  const timer = setInterval(() => {
    for (const { clock } of engines) clock.advance(clockStepMs)
    steps += 1
    if (steps % 100 === 0) for (const client of clients) if (client.isOpen) client.request('ping')
  }, clockStepMs)
  return () => clearInterval(timer)
}

interface Writer {
  readonly client: RtmClient
  readonly chatId: string
  readonly threadId: string
}

/** One on each node for each of some chats. */
async function writersOn(engines: readonly TestEngine[], agent: Person): Promise<readonly Writer[]> {
  const writers: Writer[] = []
  for (let index = 0; index < chatCount; index += 1) {
    const chat = await startChat(await agent.world.customer())
    for (const engine of engines) writers.push({ client: await agent.on(engine).connect(), ...chat })
  }
  return writers
}

/** Somebody who writes until told to end. */
async function write(
  { client, chatId }: Writer,
  mayGoOn: () => boolean,
  answered: Set<string>,
): Promise<void> {
  while (mayGoOn()) {
    const event = { type: 'message', text: 'through everything' }
    answered.add(textAt(await client.succeed('send_event', { chat_id: chatId, event }), 'event.id'))
    await pause(paceMs)
  }
}

async function busStatus(engines: readonly TestEngine[], status: string): Promise<void> {
  await eventually(async () => {
    for (const { parley } of engines) assert.equal((await parley.health()).bus, status)
  })
}

/** What holds when the way between nodes is gone for a while, and the storage is not. */
export function outageUnderLoad(between: Between): void {
  const nodes = useSeveralNodes(between, 2, { expectsErrors: true })

  test(`Redis is away for ${awayMs / 1_000} s under load: what was answered is stored, and pushes resume`, async () => {
    const { engines, gate } = nodes()
    const [first, last] = [engines[0], engines.at(-1)]
    assert.ok(first && last && gate)
    const world = await first.world()
    const [agent, revoked] = [await world.agent('ada'), await world.agent('gone')]
    const readers = await Promise.all(engines.map((engine) => agent.on(engine).connect()))
    const idle = await revoked.on(last).connect()
    const writers = await writersOn(engines, agent)
    const rest = keepAlive(engines, [...readers, idle])
    const answered = new Set<string>()
    let isUnderLoad = true
    try {
      const load = Promise.allSettled(writers.map((writer) => write(writer, () => isUnderLoad, answered)))
      await gate.shut()
      await busStatus(engines, 'unavailable')
      await first.parley.admin.tokens.revoke(revoked.token)
      const before = answered.size
      await pause(awayMs)
      assert.ok(answered.size > before, 'everybody is served while the bus is away')
      await gate.open()
      await busStatus(engines, 'ok')
      await within(idle.closed, () => 'the end of the session whose token was revoked', 10_000)
      isUnderLoad = false
      for (const outcome of await load) assert.equal(outcome.status, 'fulfilled')
      await requireStored(agent.on(last), writers, answered)
      await requireResumed(readers, writers)
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
  assert.deepEqual(lost, [], 'all that was answered is stored')
}

/** All that is said from now on is heard by everybody, and nothing was heard twice, nor after what is newer. */
async function requireResumed(readers: readonly RtmClient[], writers: readonly Writer[]): Promise<void> {
  const sent = new Set<string>()
  for (const writer of writers) await write(writer, once(), sent)
  for (const reader of readers) {
    await eventually(async () => {
      const heard = new Set([...heardOf(reader.frames).values()].flat().map((place) => place.split(' ')[1]))
      for (const id of sent) assert.ok(heard.has(id), 'what was said afterwards is heard')
    })
    for (const heard of heardOf(reader.frames).values()) requireAscending(heard)
  }
}

function once(): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count === 1
  }
}
