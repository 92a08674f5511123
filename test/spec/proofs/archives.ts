import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const dayMs = 86_400_000

proving('archives', (storage) => {
  const lifetimes = { accessTokenSeconds: 2_592_000, customerTokenSeconds: 2_592_000 }
  const suite = useEngine(storage, { lifetimes })
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }
  const chatWith = (person: Person, text: string, chat: object = {}) =>
    startChat(person, { ...chat, thread: { events: [{ type: 'message', text }] } })
  const threadsOf = (answer: unknown) => listAt(answer, 'chats').map((one) => textAt(one, 'chat.thread.id'))
  const list = async (agent: Person, filters: object, pagination: object = {}) =>
    threadsOf(await agent.web().succeed('get_archives', { filters, pagination }))

  verifies(
    ['chat.agent.get_archives', 'decisions.6.12.threads'],
    'archives list closed and active threads that the caller sees, newest first',
    async () => {
      const { world, customer, agent } = await setUp()
      const normal = await world.agent('bob', { permission: 'normal' })
      const { chatId: chat_id, threadId: first } = await chatWith(customer, 'One')
      await customer.web().succeed('close_thread', { chat_id })
      suite.engine.clock.advance(1_000)
      await say(customer, chat_id, 'Two')
      suite.engine.clock.advance(1_000)
      const { threadId: hidden } = await chatWith(customer, 'Three', { scopes: { groups: [7] } })
      const seen = await list(agent, {})
      assert.deepEqual([seen.length, seen[0], seen[2]], [3, hidden, first])
      assert.deepEqual(await list(normal, {}), seen.slice(1))
      const answer = await agent.web().succeed('get_archives')
      const active = listAt(answer, 'chats').map((one) => at(one, 'chat.thread.active'))
      assert.deepEqual(active, [true, true, false])
    },
  )

  verifies(
    [
      'decisions.6.12.page',
      'chat.agent.get_archives.response.pagination.page',
      'chat.agent.get_archives.response.pagination.total',
      'decisions.16.8.archives',
    ],
    'archives have pages of 25, and of 100 at most',
    async () => {
      const { agent } = await setUp()
      const ids: string[] = []
      for (let count = 0; count < 27; count += 1) {
        suite.engine.clock.advance(1_000)
        ids.unshift((await startChat(agent)).threadId)
      }
      const page = async (pagination: object) => {
        const answer = await agent.web().succeed('get_archives', { pagination })
        assert.equal(at(answer, 'pagination.total'), 27)
        return answer
      }
      const first = await page({})
      assert.deepEqual([threadsOf(first), at(first, 'pagination.page')], [ids.slice(0, 25), 1])
      assert.deepEqual(threadsOf(await page({ page: 1, limit: 25 })), ids.slice(0, 25))
      assert.deepEqual(threadsOf(await page({ page: 2 })), ids.slice(25))
      assert.deepEqual(threadsOf(await page({ page: 3, limit: 10 })), ids.slice(20))
      assert.deepEqual(threadsOf(await page({ limit: 100 })), ids)
      for (const pagination of [{ page: 0 }, { limit: 0 }, { limit: 101 }]) {
        assert.equal(at(await agent.web().refuse('get_archives', { pagination }), 'type'), 'validation')
      }
      const keyed = await page({ page_id: '', limit: 20 })
      assert.deepEqual(threadsOf(keyed), ids.slice(0, 20))
      const next = await page({ page_id: at(keyed, 'pagination.next_page_id'), limit: 20 })
      assert.deepEqual(threadsOf(next), ids.slice(20))
      assert.equal(has(at(first, 'pagination'), 'next_page_id'), false)
    },
  )

  verifies('decisions.6.12.days', 'archives are filtered by days in UTC, both included', async () => {
    const { agent } = await setUp()
    const { clock } = suite.engine
    // Advances to the next midnight, because other tests have advanced the clock.
    clock.advance(dayMs - (clock.now() % dayMs))
    const dayOf = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10)
    const [date_from, date_to] = [dayOf(1), dayOf(2)]
    const days: string[] = []
    for (const ms of [dayMs - 1, 1, 2 * dayMs - 1, 1]) {
      clock.advance(ms)
      days.unshift((await startChat(agent)).threadId)
    }
    const [after, last, first, before] = days
    assert.deepEqual(await list(agent, { date_from, date_to }), [last, first])
    assert.deepEqual(await list(agent, { date_from }), [after, last, first])
    assert.deepEqual(await list(agent, { date_to }), [last, first, before])
    assert.ok(clock.now() > startSeconds)
  })

  verifies(
    ['decisions.6.12.team_ids', 'decisions.15.archives.agent_ids'],
    'archives are filtered by groups of the chat, and by agents who were ever in the thread',
    async () => {
      const { world, customer, agent } = await setUp()
      const bob = await world.agent('bob')
      const { chatId: chat_id, threadId: one } = await startChat(customer, { scopes: { groups: [3, 7] } })
      const { threadId: other } = await startChat(customer)
      await agent.web().succeed('join_chat', { chat_id, agent_ids: [bob.id] })
      await agent.web().succeed('remove_from_chat', { chat_id, agent_ids: [bob.id] })
      assert.deepEqual(await list(agent, { agent_ids: [bob.id, 'nobody'] }), [one])
      assert.deepEqual(await list(agent, { agent_ids: ['nobody'] }), [])
      assert.deepEqual(await list(agent, { team_ids: [9, 7] }), [one])
      assert.deepEqual(await list(agent, { team_ids: [9] }), [])
      assert.deepEqual(new Set(await list(agent, {})), new Set([one, other]))
    },
  )

  verifies(
    [
      'decisions.6.12.query',
      'decisions.16.22.case',
      'decisions.16.22.cjk',
      'decisions.16.22.license',
      'chat.agent.get_archives.request.filters.query',
    ],
    'archives are searched for all words, the last one as a prefix',
    async () => {
      const { agent } = await setUp()
      const stranger = await (await suite.world()).agent('eve')
      const { threadId: shoes } = await chatWith(agent, 'Where are my RED Shoes?')
      const { threadId: many } = await chatWith(agent, 'Привет, ÉTÉ in 東京都')
      await chatWith(stranger, 'Where are my red shoes?')
      for (const [query, found] of [
        ['shoes red', shoes],
        ['red sho', shoes],
        ['sho red', undefined],
        ['red boots', undefined],
        ['привет ete', many],
        ['京都', many],
        ['東京', many],
        ['京東', undefined],
      ] as const) {
        assert.deepEqual(await list(agent, { query }), found === undefined ? [] : [found], query)
      }
    },
  )

  verifies(
    'chat.agent.get_archives.permission.chats--all:read',
    'archives need the scope chats--all:read, and accept no other',
    async () => {
      const { world } = await setUp()
      const scopes = ['chats--all:read'] as const
      await (await world.agent('bob', { scopes })).web().succeed('get_archives')
      const other = await world.agent('eve', { scopes: ['chats--my:read', 'chats.meta--all:write'] })
      const error = authorization('one of the scopes chats--all:read is needed')
      assert.deepEqual(await other.web().refuse('get_archives'), error)
      const customer = await world.customer()
      const unknown = validation('unknown action "get_archives"')
      assert.deepEqual(await customer.web().refuse('get_archives'), unknown)
    },
  )

  verifies('decisions.16.18.archives', 'archives show all pages of a visit', async () => {
    const { customer, agent } = await setUp()
    for (const name of ['a', 'b']) {
      const page = { url: `https://${name}.example/` }
      await customer.web().succeed('update_customer', { monitoring: { page } })
    }
    await startChat(customer)
    const answer = await agent.web().succeed('get_archives')
    assert.equal(at(answer, 'chats.0.chat.users.0.monitoring.current_visit.pages.length'), 2)
  })

  verifies('decisions.16.19.archives', 'archives are refused when they are longer than 12 MiB', async () => {
    const agent = await (await suite.world()).agent('ada')
    const host = suite.engine.parley.as({ agentId: agent.id })
    const events = Array.from({ length: 14 }, () => ({ type: 'message' as const, text: 'x'.repeat(16_384) }))
    for (let count = 0; count < 60; count += 1) await host.startChat({ chat: { thread: { events } } })
    const error = await agent.web().refuse('get_archives', { pagination: { limit: 60 } })
    assert.equal(at(error, 'type'), 'entity_too_large')
    assert.equal((await list(agent, {}, { limit: 10 })).length, 10)
  })
})
