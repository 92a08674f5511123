import assert from 'node:assert/strict'
import { type Conversation, say, startChat } from './conversations.js'
import { eventually } from './deadline.js'
import type { TestEngine } from './engine.js'
import { at, has, listAt } from './json.js'
import type { Person } from './world.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Routing options with the default times. */
export const timedRouting = { mode: 'manual', idleAfterMs: 20 * minuteMs, closeAfterMs: hourMs } as const

const closing = ['thread_archived', 'closed by nobody']

/** Cases of the decision on silent threads, with the ids of the requirements that each proves. */
export const silenceCases = [
  {
    ids: ['decisions.7.7.idle', 'decisions.7.7.closed'],
    title: 'a silent thread is reported as idle after 20 minutes, and closed after 60',
    prove: async (engine: TestEngine) => {
      const { agent, chat, factsOfChat } = await setUp(engine)
      await advance(engine, 20 * minuteMs - 1_000)
      assert.deepEqual(factsOfChat(), [])
      await advance(engine, 1_000)
      await eventually(async () => assert.deepEqual(factsOfChat(), ['routing.idle']))
      await advance(engine, 40 * minuteMs)
      await eventually(async () => assert.deepEqual(factsOfChat(), ['routing.idle', ...closing]))
      const thread = await readThread(agent, chat)
      assert.equal(at(thread, 'active'), false)
      assert.equal(at(thread, 'events.1.system_message_type'), 'thread_archived')
    },
  },
  {
    ids: ['decisions.7.7.counts'],
    title: 'silence counts from the last message, whatever other events are added',
    prove: async (engine: TestEngine) => {
      const { agent, chat, factsOfChat } = await setUp(engine)
      await advance(engine, 19 * minuteMs)
      await say(agent, chat.chatId, 'Hello')
      await advance(engine, 10 * minuteMs)
      await say(agent, chat.chatId, 'noted', { type: 'annotation', annotation_type: 'rating' })
      await advance(engine, 10 * minuteMs)
      await eventually(async () => assert.deepEqual(factsOfChat(), ['routing.idle']))
      await advance(engine, 40 * minuteMs)
      await eventually(async () => assert.deepEqual(factsOfChat(), ['routing.idle', ...closing]))
    },
  },
  {
    ids: ['decisions.7.7.waiting'],
    title: 'a thread is not closed while it waits for an agent, and its silence begins with the assignment',
    prove: async (engine: TestEngine) => {
      const { world, agent } = await setUp(engine)
      const { chatId } = await startChat(await world.customer())
      const factsOf = recordFacts(engine)
      await advance(engine, 3 * hourMs)
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      await advance(engine, 19 * minuteMs)
      assert.deepEqual(factsOf(chatId), [])
      await advance(engine, minuteMs)
      await eventually(async () => assert.deepEqual(factsOf(chatId), ['routing.idle']))
    },
  },
  {
    ids: ['decisions.16.21.set_clock'],
    title: 'a changed system clock makes no thread idle early',
    prove: async (engine: TestEngine) => {
      const { agent, chat, factsOfChat } = await setUp(engine)
      engine.clock.stepWallClock(5 * hourMs)
      await advance(engine, 10 * minuteMs)
      engine.clock.stepWallClock(-10 * hourMs)
      await say(agent, chat.chatId, 'Hello')
      engine.clock.stepWallClock(5 * hourMs)
      await advance(engine, 19 * minuteMs)
      assert.deepEqual(factsOfChat(), [])
      await advance(engine, 2 * minuteMs)
      await eventually(async () => assert.deepEqual(factsOfChat(), ['routing.idle']))
    },
  },
] as const

/** Proves that only one of two nodes acts when many threads come due on both at the same time. */
export async function proveOneActs(here: TestEngine, there: TestEngine): Promise<void> {
  const agent = await (await here.world()).agent('ada')
  const chats = await Promise.all(Array.from({ length: 10 }, () => startChat(agent)))
  const recorders = [recordFacts(here), recordFacts(there)]
  for (const [ms, expected] of [
    [20 * minuteMs, ['routing.idle']],
    [40 * minuteMs, ['routing.idle', ...closing]],
  ] as const) {
    await Promise.all([advance(here, ms), advance(there, ms)])
    await eventually(async () => {
      for (const { chatId } of chats) {
        const all = recorders.flatMap((factsOf) => factsOf(chatId))
        assert.deepEqual(all.toSorted(), expected.toSorted())
      }
    })
  }
  for (const chat of chats) {
    const events = listAt(await readThread(agent, chat), 'events')
    const types = events.map((event) => at(event, 'system_message_type'))
    assert.deepEqual(types, ['routing.idle', 'thread_archived'])
  }
}

/** Proves that nothing happens to a thread, however long it stays silent. */
export async function proveNothingHappens(engine: TestEngine): Promise<void> {
  const { agent, chat, factsOfChat } = await setUp(engine)
  await advance(engine, 7 * hourMs)
  assert.deepEqual(factsOfChat(), [])
  assert.equal(at(await readThread(agent, chat), 'active'), true)
}

async function setUp(engine: TestEngine) {
  const world = await engine.world()
  const agent = await world.agent('ada')
  const chat = await startChat(agent)
  const factsOf = recordFacts(engine)
  return { world, agent, chat, factsOfChat: () => factsOf(chat.chatId) }
}

/** Records the commits of a node about the silence of threads: the system messages, and who closes a thread. */
function recordFacts({ parley }: TestEngine) {
  const received: { readonly chatId: unknown; readonly name: unknown }[] = []
  parley.on('incoming_event', ({ payload }) => {
    const event = at(payload, 'event')
    if (!has(event, 'system_message_type')) return
    received.push({ chatId: at(payload, 'chat_id'), name: at(event, 'system_message_type') })
  })
  parley.on('thread_closed', ({ payload }) => {
    const by = has(payload, 'user_id') ? 'somebody' : 'nobody'
    received.push({ chatId: at(payload, 'chat_id'), name: `closed by ${by}` })
  })
  return (chatId: string) => received.filter((one) => one.chatId === chatId).map(({ name }) => name)
}

/** Advances the clock and waits until everything that was due before the last second is done. */
async function advance(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(ms - 1_000)
  await engine.parley.health()
  engine.clock.advance(1_000)
  await engine.parley.health()
}

async function readThread(reader: Person, { chatId, threadId }: Conversation): Promise<unknown> {
  const request = { chat_id: chatId, thread_ids: [threadId] }
  return at(await reader.web().succeed('get_chat_threads', request), 'chat.threads.0')
}
