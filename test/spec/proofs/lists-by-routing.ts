import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const name = 'get_filtered_chats'
const waiting = { sort_order: 'waiting' }
const routed = (routing: string) => ({ filters: { routing } })

const idsOf = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => textAt(chat, 'id'))

proving('lists of agents by routing', (storage) => {
  const suite = useEngine(storage)

  /** Creates waiting chats, one second apart. Those in `served` are assigned to the same agent. */
  async function startChats(count: number, served: readonly number[] = []) {
    const world = await suite.world()
    const [agent, customer] = [await world.agent('ada'), await world.customer()]
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      const { chatId: chat_id } = await startChat(customer)
      suite.engine.clock.advance(1_000)
      if (served.includes(index)) {
        await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
      }
      ids.push(chat_id)
    }
    return { agent, ids }
  }

  /** Reads all pages, with one chat each. Calls `between` after the first one. */
  async function walk(agent: Person, order: object, between: () => Promise<unknown>) {
    const seen: string[] = []
    let request = { ...order, limit: 1 }
    for (;;) {
      const page = await agent.web().succeed(name, request)
      seen.push(...idsOf(page))
      if (!has(page, 'next_page_id')) return seen
      request = Object.assign({}, request, { page_id: at(page, 'next_page_id') })
      if (seen.length === 1) await between()
    }
  }

  verifies(
    ['decisions.16.8.waiting', 'decisions.16.8.queue'],
    'waiting chats are listed, the longest-waiting first, with queue position and start of waiting',
    async () => {
      const { agent, ids } = await startChats(3, [1])
      const [a, , c] = ids
      await say(agent, a ?? '', 'One moment')
      const answer = await agent.web().succeed(name, waiting)
      const shown = listAt(answer, 'chats_summary').map((chat) => [at(chat, 'id'), at(chat, 'queue')])
      assert.deepEqual(shown, [
        [a, { position: 1, wait_seconds: 3 }],
        [c, { position: 2, wait_seconds: 1 }],
      ])
    },
  )

  verifies('decisions.16.8.routing', 'waiting or assigned chats are listed by activity', async () => {
    const { agent, ids } = await startChats(3, [1])
    const [a, b, c] = ids
    const listed = async (routing: string) => idsOf(await agent.web().succeed(name, routed(routing)))
    assert.deepEqual(await listed('waiting'), [c, a])
    assert.deepEqual(await listed('assigned'), [b])
    assert.deepEqual(await listed('any'), [c, b, a])
  })

  verifies('decisions.16.8.not_requested', 'the queue position is shown only on request', async () => {
    const { agent, ids } = await startChats(2)
    const request = { ...waiting, ...routed('assigned') }
    for (const answer of [await agent.web().succeed(name), await agent.web('v0.3').succeed(name, request)]) {
      assert.deepEqual(idsOf(answer), ids.toReversed())
      assert.ok(!listAt(answer, 'chats_summary').some((chat) => has(chat, 'queue')))
    }
  })

  verifies(
    ['decisions.16.8.contradiction', 'decisions.16.8.other_list'],
    'contradictory parameters, and the page of another list, are refused',
    async () => {
      const { agent } = await startChats(2)
      const none = validation('payload.filters.routing must not be assigned when sort_order is waiting')
      assert.deepEqual(await agent.web().refuse(name, { ...waiting, ...routed('assigned') }), none)
      const page_id = textAt(await agent.web().succeed(name, { ...waiting, limit: 1 }), 'next_page_id')
      const other = validation('payload.page_id is not a page of this list')
      for (const list of [{}, { sort_order: 'asc' }, routed('waiting')]) {
        assert.deepEqual(await agent.web().refuse(name, { ...list, page_id }), other)
      }
    },
  )

  verifies(
    ['decisions.16.8.once', 'decisions.16.8.by_waiting'],
    'pages by activity may miss chats that become active meanwhile, pages by waiting miss none',
    async () => {
      const { agent, ids } = await startChats(3)
      const [a, b, c] = ids
      const write = () => say(agent, b ?? '', 'One moment')
      assert.deepEqual(await walk(agent, waiting, write), [a, b, c])
      suite.engine.clock.advance(1_000)
      assert.deepEqual(await walk(agent, { sort_order: 'asc' }, write), [a, c, b])
      suite.engine.clock.advance(1_000)
      const latestFirst = await walk(agent, { sort_order: 'desc' }, () => say(agent, a ?? '', 'Well'))
      assert.deepEqual(latestFirst, [b, c])
    },
  )
})
