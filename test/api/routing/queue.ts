import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

forEachStorage('the queue of waiting threads', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  /** Starts chats of `count` customers, one a second. */
  async function startChats(world: World, count: number) {
    const chats = []
    for (let index = 0; index < count; index += 1) {
      const customer = await world.customer({ name: `Customer ${index}` })
      chats.push({ customer, ...(await startChat(customer)) })
      suite.engine.clock.advance(1)
    }
    return chats
  }

  /** Returns the agents in each of the chats. */
  async function agentsIn(reader: Person, chatIds: readonly string[]) {
    return Promise.all(
      chatIds.map(async (chat_id) => {
        const { chat } = JSON.parse(
          JSON.stringify(await reader.web().succeed('get_chat_threads', { chat_id })),
        )
        const users: readonly { type: string; id: string; present: boolean }[] = chat.users
        return users.filter(({ type, present }) => type === 'agent' && present).map(({ id }) => id)
      }),
    )
  }

  test('the queue assigns the longest-waiting threads first, to each agent up to the maximum, as slots are freed', async () => {
    const world = await suite.world()
    const [ada, boss] = [await world.agent('ada', { maxChatsCount: 2 }), await world.agent('boss')]
    const chats = await startChats(world, 4)
    const ids = chats.map(({ chatId }) => chatId)
    await ada.connect()
    await eventually(async () => {
      assert.deepEqual(await agentsIn(boss, ids), [[ada.id], [ada.id], [], []])
    })
    await ada.web().succeed('close_thread', { chat_id: ids[1] })
    await eventually(async () => {
      const [, , third, fourth] = await agentsIn(boss, ids)
      assert.deepEqual([third, fourth], [[ada.id], []])
    })
    await ada.web().succeed('remove_from_chat', { chat_id: ids[0] })
    // The thread returns to its old queue position, the first one.
    await eventually(async () => {
      const [first, , , fourth] = await agentsIn(boss, ids)
      assert.deepEqual([first, fourth], [[ada.id], []])
    })
  })

  test('the queue spreads threads over agents with equally many chats', async () => {
    const world = await suite.world()
    const [ada, bob, boss] = [await world.agent('ada'), await world.agent('bob'), await world.agent('boss')]
    await Promise.all([ada.connect(), bob.connect()])
    const chats = await startChats(world, 4)
    await eventually(async () => {
      const agents = (
        await agentsIn(
          boss,
          chats.map(({ chatId }) => chatId),
        )
      ).flat()
      assert.deepEqual(agents.toSorted(), [ada.id, ada.id, bob.id, bob.id])
    })
  })

  test('the queue prefers agents who are members of the chat', async () => {
    const world = await suite.world()
    const [ada, bob, boss] = [await world.agent('ada'), await world.agent('bob'), await world.agent('boss')]
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    await bob.web().succeed('join_chat', { chat_id: chatId, agent_ids: [bob.id] })
    await bob.web().succeed('close_thread', { chat_id: chatId })
    const opened = await customer.connect()
    await say(customer, chatId, 'Are you there?')
    await opened.push('incoming_chat_thread')
    await bob.connect()
    await ada.connect()
    const eventPush = await opened.push('incoming_event')
    assert.equal(at(eventPush, 'event.text'), 'bob was assigned to the chat')
    assert.deepEqual(await agentsIn(boss, [chatId]), [[bob.id]])
  })
})
