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
      const { agent, chat, heard } = await given(engine)
      await pass(engine, 20 * minuteMs - 1_000)
      assert.deepEqual(heard(), [])
      await pass(engine, 1_000)
      await eventually(async () => assert.deepEqual(heard(), ['routing.idle']))
      await pass(engine, 40 * minuteMs)
      await eventually(async () => assert.deepEqual(heard(), ['routing.idle', ...closing]))
      const thread = await readThread(agent, chat)
      assert.equal(at(thread, 'active'), false)
      assert.equal(at(thread, 'events.1.system_message_type'), 'thread_archived')
    },
  },
  {
    ids: ['decisions.7.7.counts'],
    title: 'silence counts from the last message, whatever other events are added',
    prove: async (engine: TestEngine) => {
      const { agent, chat, heard } = await given(engine)
      await pass(engine, 19 * minuteMs)
      await say(agent, chat.chatId, 'Hello')
      await pass(engine, 10 * minuteMs)
      await say(agent, chat.chatId, 'noted', { type: 'annotation', annotation_type: 'rating' })
      await pass(engine, 10 * minuteMs)
      await eventually(async () => assert.deepEqual(heard(), ['routing.idle']))
      await pass(engine, 40 * minuteMs)
      await eventually(async () => assert.deepEqual(heard(), ['routing.idle', ...closing]))
    },
  },
  {
    ids: ['decisions.7.7.waiting'],
    title: 'a thread is not closed while it waits for an agent, and its silence begins with the assignment',
    prove: async (engine: TestEngine) => {
      const { world, agent } = await given(engine)
      const { chatId } = await startChat(await world.customer())
      const heard = hear(engine)
      await pass(engine, 3 * hourMs)
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      await pass(engine, 19 * minuteMs)
      assert.deepEqual(heard(chatId), [])
      await pass(engine, minuteMs)
      await eventually(async () => assert.deepEqual(heard(chatId), ['routing.idle']))
    },
  },
  {
    ids: ['decisions.16.21.set_clock'],
    title: 'a changed system clock makes no thread idle early',
    prove: async (engine: TestEngine) => {
      const { agent, chat, heard } = await given(engine)
      engine.clock.stepWallClock(5 * hourMs)
      await pass(engine, 10 * minuteMs)
      engine.clock.stepWallClock(-10 * hourMs)
      await say(agent, chat.chatId, 'Hello')
      engine.clock.stepWallClock(5 * hourMs)
      await pass(engine, 19 * minuteMs)
      assert.deepEqual(heard(), [])
      await pass(engine, 2 * minuteMs)
      await eventually(async () => assert.deepEqual(heard(), ['routing.idle']))
    },
  },
] as const

/** Proves that only one of two nodes acts when many threads come due on both at the same time. */
export async function provesOneActs(here: TestEngine, there: TestEngine): Promise<void> {
  const agent = await (await here.world()).agent('ada')
  const chats = await Promise.all(Array.from({ length: 10 }, () => startChat(agent)))
  const heard = [hear(here), hear(there)]
  for (const [ms, expected] of [
    [20 * minuteMs, ['routing.idle']],
    [40 * minuteMs, ['routing.idle', ...closing]],
  ] as const) {
    await Promise.all([pass(here, ms), pass(there, ms)])
    await eventually(async () => {
      for (const { chatId } of chats) {
        const all = heard.flatMap((of) => of(chatId))
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
export async function provesNothingHappens(engine: TestEngine): Promise<void> {
  const { agent, chat, heard } = await given(engine)
  await pass(engine, 7 * hourMs)
  assert.deepEqual(heard(), [])
  assert.equal(at(await readThread(agent, chat), 'active'), true)
}

async function given(engine: TestEngine) {
  const world = await engine.world()
  const agent = await world.agent('ada')
  const chat = await startChat(agent)
  const heard = hear(engine)
  return { world, agent, chat, heard: () => heard(chat.chatId) }
}

/** Records the commits of a node about the silence of threads: the system messages, and who closes a thread. */
function hear({ parley }: TestEngine) {
  const heard: { readonly chatId: unknown; readonly what: unknown }[] = []
  parley.on('incoming_event', ({ payload }) => {
    const event = at(payload, 'event')
    if (!has(event, 'system_message_type')) return
    heard.push({ chatId: at(payload, 'chat_id'), what: at(event, 'system_message_type') })
  })
  parley.on('thread_closed', ({ payload }) => {
    const by = has(payload, 'user_id') ? 'somebody' : 'nobody'
    heard.push({ chatId: at(payload, 'chat_id'), what: `closed by ${by}` })
  })
  return (chatId: string) => heard.filter((one) => one.chatId === chatId).map(({ what }) => what)
}

/** Advances the clock and waits until everything that was due before the last second is done. */
async function pass(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(ms - 1_000)
  await engine.parley.health()
  engine.clock.advance(1_000)
  await engine.parley.health()
}

async function readThread(reader: Person, { chatId, threadId }: Conversation): Promise<unknown> {
  const request = { chat_id: chatId, thread_ids: [threadId] }
  return at(await reader.web().succeed('get_chat_threads', request), 'chat.threads.0')
}
