import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { type TestEngine, useEngine } from '../../support/engine.js'
import { at, listAt } from '../../support/json.js'
import { nextInLine } from '../../support/queue.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const hourMs = 3_600_000
/** Returns `count` seconds in ms, plus half a second by which the steady clock follows the wall clock meanwhile. */
const afterSeconds = (count: number) => count * 1_000 + 500

async function readQueue(customer: Person): Promise<unknown> {
  return at(await customer.web().succeed('get_chats_summary'), 'chats_summary.0.queue')
}

/** Lets one customer wait, sets the clock back, and lets another customer start a chat. */
async function setUp({ clock }: TestEngine, world: World) {
  const [first, later] = [await world.customer(), await world.customer()]
  const { chatId } = await startChat(first)
  clock.stepWallClock(-hourMs)
  clock.advance(afterSeconds(6))
  const started = await later.web().succeed('start_chat')
  return { world, clock, first, firstId: chatId, later, started }
}

forEachStorage('the queue, when the wall clock is set back', (storage) => {
  const suite = useEngine(storage)
  const inLine = async () => setUp(suite.engine, await suite.world())

  test('the queue puts later threads behind, and wait times keep growing', async () => {
    const { world, first, started } = await inLine()
    assert.deepEqual(at(started, 'chat.queue'), { ...nextInLine, position: 2 })
    assert.deepEqual(await readQueue(first), { ...nextInLine, wait_seconds: 6 })
    const agent = await world.agent('ada')
    const listed = await agent.web().succeed('get_filtered_chats', { sort_order: 'waiting' })
    const queues = listAt(listed, 'chats_summary').map((chat) => at(chat, 'queue'))
    assert.deepEqual(queues, [
      { position: 1, wait_seconds: 6 },
      { position: 2, wait_seconds: 0 },
    ])
  })

  test('queue_position_updated uses the same clock as the queue', async () => {
    const { clock, first, firstId } = await inLine()
    const phone = await first.connect('v0.5', { queue_updates: true })
    clock.advance(1_000)
    const expected = { chat_id: firstId, queue: { ...nextInLine, wait_seconds: 7 } }
    assert.deepEqual(await phone.push('queue_position_updated'), expected)
  })

  test('a thread that waits again gets its old queue position back', async () => {
    const { world, clock, first, firstId: chat_id, later } = await inLine()
    const agent = await world.agent('ada')
    await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
    assert.deepEqual(await readQueue(later), nextInLine)
    clock.advance(afterSeconds(3))
    await agent.web().succeed('remove_from_chat', { chat_id })
    assert.deepEqual(await readQueue(first), { ...nextInLine, wait_seconds: 9 })
    assert.deepEqual(await readQueue(later), { ...nextInLine, position: 2, wait_seconds: 3 })
  })

  test('the next thread of a chat is queued behind other waiting threads', async () => {
    const { clock, first, firstId: chat_id, later } = await inLine()
    await first.web().succeed('close_thread', { chat_id })
    clock.stepWallClock(-hourMs)
    clock.advance(1_000)
    await say(first, chat_id, 'Is anybody there?')
    assert.deepEqual(await readQueue(first), { ...nextInLine, position: 2 })
    assert.deepEqual(await readQueue(later), nextInLine)
  })
})

forEachStorage('a free agent, when the wall clock is set back', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  test('the agent is assigned the thread that came first', async () => {
    const { world, first, later } = await setUp(suite.engine, await suite.world())
    const phone = await first.connect()
    const agent = await world.agent('ada', { maxChatsCount: 1 })
    await agent.connect()
    assert.equal(at(await phone.push('incoming_event'), 'event.text'), 'ada was assigned to the chat')
    assert.deepEqual(await readQueue(later), { ...nextInLine, accepting_chats: true })
  })
})
