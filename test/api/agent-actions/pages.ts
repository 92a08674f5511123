import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const chatsSummaryBytes = 16_384

forEachStorage('pages of chat lists', (storage) => {
  const suite = useEngine(storage, { fixed: { limits: { chatsSummaryCount: 4, chatsSummaryBytes } } })

  /** Creates chats of one customer, each newer than the one before, and returns their ids, oldest first. */
  async function givenChats(customer: Person, count: number, length = 1): Promise<readonly string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      await suite.engine.clock.advance(1_000)
      const events = [{ type: 'message', text: 'x'.repeat(length) }]
      ids.push((await startChat(customer, { thread: { events } })).chatId)
    }
    return ids
  }

  const idsOf = (answer: unknown) => listAt(answer, 'chats_summary').map((chat) => textAt(chat, 'id'))

  /** Returns every page of a list, by requesting the next page until there is none. */
  async function walk(
    person: Person,
    action: string,
    first: object,
  ): Promise<readonly (readonly string[])[]> {
    const pages: (readonly string[])[] = []
    let request = first
    for (;;) {
      const answer = await person.web().succeed(action, request)
      pages.push(idsOf(answer))
      if (!has(answer, 'next_page_id')) return pages
      request = { ...first, page_id: textAt(answer, 'next_page_id') }
    }
  }

  async function setUp(): Promise<{ world: World; customer: Person; agent: Person }> {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }

  test('paging through get_filtered_chats lists each chat once', async () => {
    const { customer, agent } = await setUp()
    const [a, b, c, d, e] = await givenChats(customer, 5)
    assert.deepEqual(await walk(agent, 'get_filtered_chats', { limit: 2 }), [[e, d], [c, b], [a]])
    assert.deepEqual(await walk(agent, 'get_filtered_chats', { page_id: '' }), [[e, d, c, b], [a]])
    const filters = { include_active: false }
    assert.deepEqual(await walk(agent, 'get_filtered_chats', { filters, limit: 2 }), [[]])
  })

  test('paging through get_chats_summary lists each chat once', async () => {
    const { customer } = await setUp()
    const [a, b, c, d, e] = await givenChats(customer, 5)
    const pages = await walk(customer, 'get_chats_summary', { page_id: '', limit: 2 })
    assert.deepEqual(pages, [[e, d], [c, b], [a]])
    const from = await customer.web().succeed('get_chats_summary', { page_id: '', offset: 3, limit: 1 })
    assert.deepEqual(idsOf(from), [b])
    assert.equal(at(from, 'total_chats'), 5)
  })

  test('a list without a limit returns no next_page_id, however many chats follow', async () => {
    const { customer, agent } = await setUp()
    await givenChats(customer, 5)
    const answers = [
      await agent.web().succeed('get_filtered_chats'),
      await (await agent.open()).succeed('login', { token: agent.token }),
      await customer.web().succeed('get_chats_summary', { limit: 2 }),
      await agent.web('v0.3').succeed('get_filtered_chats', { limit: 2, page_id: '' }),
      await customer.web('v0.4').succeed('get_chats_summary', { limit: 2, page_id: '' }),
    ]
    assert.deepEqual(
      answers.map((answer) => [idsOf(answer).length, has(answer, 'next_page_id')]),
      [4, 4, 2, 4, 2].map((count) => [count, false]),
    )
  })

  test('a list that was cut by its byte limit always returns next_page_id', async () => {
    const { customer, agent } = await setUp()
    const [a, b, c, d] = await givenChats(customer, 4, 7_000)
    const login = await (await agent.open()).succeed('login', { token: agent.token })
    const listed = await agent.web().succeed('get_filtered_chats')
    const own = await customer.web().succeed('get_chats_summary')
    for (const answer of [login, listed, own]) {
      assert.deepEqual(idsOf(answer), [d, c])
      assert.ok(Buffer.byteLength(JSON.stringify(at(answer, 'chats_summary'))) <= chatsSummaryBytes)
    }
    const page_id = textAt(login, 'next_page_id')
    assert.deepEqual(idsOf(await agent.web().succeed('get_filtered_chats', { page_id })), [b, a])
    assert.equal(textAt(listed, 'next_page_id'), page_id)
    assert.deepEqual(await walk(customer, 'get_chats_summary', {}), [
      [d, c],
      [b, a],
    ])
    assert.equal(at(own, 'total_chats'), 4)
  })

  test('customer versions without page_id continue by offset, and agent v0.3 ends at the byte limit', async () => {
    const { customer, agent } = await setUp()
    const [a, b, c, d] = await givenChats(customer, 4, 7_000)
    for (const version of ['v0.3', 'v0.4']) {
      const answer = await customer.web(version).succeed('get_chats_summary')
      assert.deepEqual([idsOf(answer), at(answer, 'total_chats')], [[d, c], 4])
      assert.equal(has(answer, 'next_page_id'), false)
      assert.deepEqual(idsOf(await customer.web(version).succeed('get_chats_summary', { offset: 2 })), [b, a])
    }
    assert.deepEqual(idsOf(await agent.web('v0.3').succeed('get_filtered_chats')), [d, c])
  })

  test('a page holds at least one chat, even when that chat exceeds the byte limit', async () => {
    const { customer, agent } = await setUp()
    const [a, b] = await givenChats(customer, 2, 16_384)
    assert.deepEqual(await walk(agent, 'get_filtered_chats', {}), [[b], [a]])
    assert.deepEqual(await walk(customer, 'get_chats_summary', {}), [[b], [a]])
  })

  test('a list refuses the page_id of another list, and an invalid one', async () => {
    const { customer, agent } = await setUp()
    const { chatId } = await startChat(customer)
    await givenChats(customer, 2)
    const page_id = textAt(await agent.web().succeed('get_filtered_chats', { limit: 1 }), 'next_page_id')
    const refusal = validation('payload.page_id is not a page of this list')
    assert.deepEqual(await customer.web().refuse('get_chats_summary', { page_id }), refusal)
    for (const wrong of [`${page_id}=`, 'x', chatId]) {
      assert.deepEqual(await agent.web().refuse('get_filtered_chats', { page_id: wrong }), refusal)
    }
    const threads = { chat_id: chatId, page_id }
    assert.deepEqual(await customer.web().refuse('get_chat_threads_summary', threads), refusal)
    assert.deepEqual(
      await agent.web().refuse('get_filtered_chats', { limit: 101 }),
      validation('payload.limit must be an integer from 1 to 100', { request: { limit: 101 } }),
    )
  })

  test('a customer pages through the threads of a chat', async () => {
    const { customer } = await setUp()
    const { chatId: chat_id } = await startChat(customer)
    for (const text of ['two', 'three']) {
      await customer.web().succeed('close_thread', { chat_id })
      await customer.web().succeed('send_event', { chat_id, event: { type: 'message', text } })
    }
    const ask = (page: object) => customer.web().succeed('get_chat_threads_summary', { chat_id, ...page })
    const orders = (answer: unknown) => listAt(answer, 'threads_summary').map((thread) => at(thread, 'order'))
    assert.equal(has(await ask({ limit: 2 }), 'next_page_id'), false)
    const first = await ask({ limit: 2, page_id: '' })
    assert.deepEqual(orders(first), [3, 2])
    const second = await ask({ limit: 2, page_id: textAt(first, 'next_page_id') })
    assert.deepEqual([orders(second), at(second, 'total_threads')], [[1], 3])
    assert.equal(has(second, 'next_page_id'), false)
  })
})
