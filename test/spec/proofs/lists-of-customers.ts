import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { customerVersions, type Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const forAgents = { recipients: 'agents' }

proving('the order of the chats of a customer', (storage) => {
  const suite = useEngine(storage)

  /**
   * Creates two chats of the customer with an agent in both. The second one began a second after the first, and a
   * second ago.
   */
  async function twoChats() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const began = suite.engine.clock.now()
    const setUp = async () => {
      const { chatId } = await startChat(customer, {
        thread: { events: [{ type: 'message', text: 'Hello' }] },
      })
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      suite.engine.clock.advance(1_000)
      return chatId
    }
    return { customer, agent, began, one: await setUp(), other: await setUp() }
  }

  verifies(
    ['decisions.16.3.order', 'decisions.16.3.agents'],
    'a note moves the chat in the list of agents, and not in that of the customer',
    async () => {
      const { customer, agent, began, one, other } = await twoChats()
      const before = [
        [other, began + 1_000],
        [one, began],
      ]
      assert.deepEqual(await idsOf(agent), [other, one])
      await say(agent, one, 'Among us', forAgents)
      assert.deepEqual(await idsOf(agent), [one, other])
      for (const version of customerVersions) assert.deepEqual(await ordersOf(customer, version), before)
      suite.engine.clock.advance(1_000)
      await say(agent, one, 'Hello')
      const after = [
        [one, began + 3_000],
        [other, began + 1_000],
      ]
      for (const version of customerVersions) assert.deepEqual(await ordersOf(customer, version), after)
    },
  )

  verifies('decisions.16.3.order', 'a chat with only notes is ordered by its creation', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const [began, { chatId }] = [suite.engine.clock.now(), await startChat(customer)]
    suite.engine.clock.advance(1_000)
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    await say(agent, chatId, 'Among us', forAgents)
    assert.deepEqual(await ordersOf(customer), [[chatId, began]])
  })

  verifies('decisions.16.3.page_id', 'notes between two pages repeat no chat and hide none', async () => {
    const { customer, agent, one, other } = await twoChats()
    const page = (page_id: string) => customer.web().succeed('get_chats_summary', { limit: 1, page_id })
    const first = await page('')
    await say(agent, other, 'Among us', forAgents)
    await say(agent, one, 'Among us', forAgents)
    const second = await page(textAt(first, 'next_page_id'))
    assert.deepEqual([first, second].map(idsIn), [[other], [one]])
    assert.equal(has(second, 'next_page_id'), false)
  })

  verifies('decisions.16.3.rich_messages', 'a rich message moves the list in every version', async () => {
    const { customer, agent, began, one, other } = await twoChats()
    const event = { type: 'rich_message', template_id: 'cards', elements: [{ title: 'Which one?' }] }
    await agent.web().succeed('send_event', { chat_id: one, event })
    for (const version of customerVersions) {
      assert.deepEqual(await ordersOf(customer, version), [
        [one, began + 2_000],
        [other, began + 1_000],
      ])
    }
  })
})

async function ordersOf(customer: Person, version?: (typeof customerVersions)[number]) {
  const chats = listAt(await customer.web(version).succeed('get_chats_summary'), 'chats_summary')
  return chats.map((chat) => [at(chat, 'id'), at(chat, 'order')])
}

async function idsOf(agent: Person) {
  return idsIn(await agent.web().succeed('get_filtered_chats'))
}

function idsIn(list: unknown) {
  return listAt(list, 'chats_summary').map((chat) => at(chat, 'id'))
}
