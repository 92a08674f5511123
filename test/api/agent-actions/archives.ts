/** Texts, each with queries that find only this text, and queries that find none. */
const spellings: readonly (readonly [text: string, found: readonly string[], missed: readonly string[]])[] = [
  ['สวัสดีครับฉันต้องการคืนสินค้าที่ซื้อเมื่อวาน', ['คืนสินค้า', 'เมื่อวา'], ['กันสนค้า']],
  ['ຂ້ອຍຢາກສົ່ງສິນຄ້າຄືນ', ['ສິນຄ້າ'], []],
  ['ខ្ញុំចង់ប្រគល់ទំនិញវិញ', ['ទំនិញ'], []],
  ['ကျွန်တော်ပစ္စည်းပြန်ပေးချင်ပါတယ်', ['ပစ္စည်း'], []],
  ['Die Straße ist gesperrt', ['STRASSE', 'straße'], []],
  ['Sørensen venter, żółty płaszcz, une œuvre rare', ['sorensen', 'zolty plaszcz', 'OEUVRE rare'], []],
  ['Die Rechnungs\u00adnummer fehlt', ['rechnungsnummer', 'rechnungs\u200bnummer'], ['nummer']],
  ['Acme™ line, 80 m², 3½', ['acme line', '™', 'm²', '80 m', '3 1/2'], ['acmetm', '31']],
  ['وصل مـحـمـد اليوم رقم ١٢٣٤٥', ['محمد', '12345', '۱۲۳۴۵'], []],
  ['می\u200cخواهم کتاب', ['ميخواهم', 'كتاب'], []],
  ['Danke 👍🏽 🇩🇪', ['👍', '👍🏿', '🇩🇪'], ['🎉', '👎', '🇫🇷', '?!', '…']],
  ['c++ for $10', ['c++', '$', '++'], ['€', '=']],
]

import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const message = (text: string) => ({ type: 'message', text })
const threadIds = (answer: unknown) => listAt(answer, 'chats').map((one) => textAt(one, 'chat.thread.id'))

/** Starts a chat with the texts as its messages, and returns the id of its thread. */
async function startChatWith(person: Person, ...texts: readonly string[]): Promise<string> {
  return (await startChat(person, { thread: { events: texts.map(message) } })).threadId
}

async function setUp(world: World): Promise<{ customer: Person; agent: Person }> {
  return { customer: await world.customer(), agent: await world.agent('ada') }
}

forEachStorage('archives', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('get_archives shows each thread with its chat and all pages of the visit', async () => {
      const { customer, agent } = await setUp(await suite.world())
      const page = (name: string) => ({ url: `https://example.com/${name}`, title: name })
      for (const name of ['first', 'second']) {
        await customer.web().succeed('update_customer', { monitoring: { page: page(name) } })
      }
      const { chatId, threadId } = await startChat(customer, { thread: { events: [message('Hello')] } })
      const noteId = await say(agent, chatId, 'Note', { recipients: 'agents' })
      const caller = await agent.via(transport, version)
      const answer = await caller.succeed('get_archives')
      assert.deepEqual(at(answer, 'pagination'), { page: 1, total: 1 })
      const [shown] = listAt(answer, 'chats')
      assert.equal(at(shown, 'chat.id'), chatId)
      const thread = at(shown, 'chat.thread')
      const threads = { chat_id: chatId, thread_ids: [threadId] }
      const read = await caller.succeed('get_chat_threads', threads)
      assert.deepEqual(thread, at(read, 'chat.threads.0'))
      assert.equal(at(thread, 'events.1.id'), noteId)
      assert.deepEqual(at(shown, 'chat.users'), at(read, 'chat.users'))
      assert.equal(listAt(shown, 'chat.users.0.monitoring.current_visit.pages').length, 2)
    })

    test('get_archives finds what was just said by all of its words', async () => {
      const { customer, agent } = await setUp(await suite.world())
      const both = await startChatWith(customer, 'Where are my red Shoes?')
      const separateId = await startChatWith(customer, 'Red!', 'shoes')
      const caller = await agent.via(transport, version)
      const find = async (query: string) => {
        const answer = await caller.succeed('get_archives', { filters: { query } })
        assert.equal(at(answer, 'pagination.total'), listAt(answer, 'chats').length)
        return threadIds(answer).toSorted()
      }
      assert.deepEqual(await find('SHOES red'), [both])
      assert.deepEqual(await find('red sho'), [both])
      assert.deepEqual(await find('sho red'), [])
      assert.deepEqual(await find('shoes'), [separateId, both].toSorted())
      assert.deepEqual(await find('boots'), [])
      assert.deepEqual(await find(' \u200b'), [separateId, both].toSorted())
      assert.deepEqual(await find('?!'), [])
    })

    test('get_archives refuses unknown filters and invalid pages', async () => {
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      const refused: readonly (readonly [object, string])[] = [
        [{ filters: { date_from: '2026-02-30' } }, 'payload.filters.date_from is not a valid date'],
        [{ filters: { date_to: '2026-2-3' } }, 'payload.filters.date_to'],
        [
          { filters: { date_from: '2026-02-02', date_to: '2026-02-01' } },
          'payload.filters.date_from is after date_to',
        ],
        [{ filters: { query: 'x'.repeat(257) } }, 'payload.filters.query'],
        [{ filters: { agent_ids: 'ada' } }, 'payload.filters.agent_ids'],
        [{ filters: { team_ids: ['5'] } }, 'payload.filters.team_ids'],
        [{ filters: { team_ids: [-1] } }, 'payload.filters.team_ids'],
        [{ pagination: { page: 0 } }, 'payload.pagination.page'],
        [{ pagination: { page: 1.5 } }, 'payload.pagination.page'],
        [{ pagination: { limit: 0 } }, 'payload.pagination.limit'],
        [{ pagination: { limit: 101 } }, 'payload.pagination.limit'],
      ]
      for (const [request, detail] of refused) {
        const error = await caller.refuse('get_archives', request)
        assert.equal(at(error, 'type'), 'validation')
        assert.ok(textAt(error, 'message').includes(detail), textAt(error, 'message'))
      }
    })

    test('get_archives needs the scope to read all chats', async () => {
      const agent = await (await suite.world()).agent('ada', { scopes: ['chats--my:read'] })
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('get_archives'),
        authorization('one of the scopes chats--all:read is needed'),
      )
    })
  })

  test('get_archives is not an action of customers', async () => {
    const customer = await (await suite.world()).customer()
    assert.equal(at(await customer.web().refuse('get_archives'), 'type'), 'validation')
  })

  test('get_archives finds events for agents only, forms, annotations and rich messages for an agent', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const { chatId: chat_id, threadId } = await startChat(customer)
    const send = (person: Person, event: object) => person.web().succeed('send_event', { chat_id, event })
    await send(agent, { ...message('secretnote'), recipients: 'agents' })
    await send(customer, { type: 'annotation', annotation_type: 'rating', text: 'ratingtext' })
    const field = { type: 'text', name: 'n', label: 'formlabel', required: false, value: 'formanswer' }
    await send(customer, { type: 'filled_form', fields: [field] })
    const elements = [{ title: 'cardtitle', buttons: [{ text: 'buttontext', postback_id: 'buttonid' }] }]
    await send(agent, { type: 'rich_message', template_id: 'cards', elements })
    await send(agent, { type: 'custom', content: { text: 'customtext' } })
    await agent.web().succeed('close_thread', { chat_id })
    for (const query of ['secretnote', 'ratingtext', 'formanswer', 'cardtitle', 'buttontext']) {
      const answer = await agent.web().succeed('get_archives', { filters: { query } })
      assert.deepEqual(threadIds(answer), [threadId], query)
    }
    for (const query of ['formlabel', 'buttonid', 'customtext', 'rating', 'archived']) {
      const answer = await agent.web().succeed('get_archives', { filters: { query: `${query} x` } })
      assert.deepEqual(threadIds(answer), [], query)
    }
    const older = await agent.web('v0.3').succeed('get_archives', { filters: { query: 'cardtitle' } })
    const types = listAt(older, 'chats.0.chat.thread.events').map((event) => at(event, 'type'))
    assert.deepEqual(types, ['message', 'annotation', 'filled_form', 'custom', 'system_message'])
  })

  test('get_archives finds a text in any spelling of case and accents', async () => {
    const { customer, agent } = await setUp(await suite.world())
    for (const [text, found, missed] of spellings) {
      const threadId = await startChatWith(customer, text)
      for (const query of [...found, ...missed]) {
        const answer = await agent.web().succeed('get_archives', { filters: { query } })
        assert.deepEqual(threadIds(answer), found.includes(query) ? [threadId] : [], `${text} / ${query}`)
      }
    }
  })

  test('get_archives finds words in any script, ignoring case and accents', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const threadId = await startChatWith(customer, 'Привет, ÉTÉ in 東京都, İstanbul und ΑΘΗΝΑΣ')
    for (const query of ['привет', 'ete', '東京', '京都', '都', '東 ete', 'istanb', 'αθηνας', 'ЕТЕ']) {
      const { chats } = {
        chats: threadIds(await agent.web().succeed('get_archives', { filters: { query } })),
      }
      assert.deepEqual(chats, query === 'ЕТЕ' ? [] : [threadId], query)
    }
  })

  test('get_archives shows an agent threads of visible chats only, and an administrator all threads', async () => {
    const world = await suite.world()
    const { customer, agent } = await setUp(world)
    const normal = await world.agent('grace', { permission: 'normal' })
    const open = await startChatWith(customer, 'shared')
    const scoped = { scopes: { groups: [7] }, thread: { events: [message('shared')] } }
    const hidden = await startChat(customer, scoped)
    const list = async (person: Person, filters: object) => {
      const answer = await person.web().succeed('get_archives', { filters })
      assert.equal(at(answer, 'pagination.total'), listAt(answer, 'chats').length)
      return threadIds(answer).toSorted()
    }
    for (const filters of [{}, { query: 'shared' }]) {
      assert.deepEqual(await list(normal, filters), [open])
      assert.deepEqual(await list(agent, filters), [open, hidden.threadId].toSorted())
    }
    const join = { chat_id: hidden.chatId, agent_ids: [normal.id] }
    await agent.web().succeed('join_chat', join)
    assert.deepEqual(await list(normal, { query: 'shared' }), [open, hidden.threadId].toSorted())
    const stranger = await (await suite.world()).agent('ada')
    for (const filters of [{}, { query: 'shared' }, { team_ids: [7] }]) {
      assert.deepEqual(await list(stranger, filters), [])
    }
  })

  test('get_archives filters threads by present and former members, and by the groups of the chat', async () => {
    const world = await suite.world()
    const { customer, agent } = await setUp(world)
    const first = await startChat(customer, { scopes: { groups: [3, 7] } })
    const join = { chat_id: first.chatId, agent_ids: [agent.id] }
    await agent.web().succeed('join_chat', join)
    await agent.web().succeed('remove_from_chat', join)
    await agent.web().succeed('close_thread', { chat_id: first.chatId })
    await say(customer, first.chatId, 'Again')
    const list = async (filters: object) => threadIds(await agent.web().succeed('get_archives', { filters }))
    assert.deepEqual(await list({ agent_ids: [agent.id.toUpperCase(), 'nobody'] }), [first.threadId])
    assert.deepEqual(await list({ agent_ids: ['nobody', customer.id] }), [])
    assert.equal((await list({ agent_ids: [] })).length, 2)
    assert.equal((await list({ team_ids: [9, 7] })).length, 2)
    assert.deepEqual(await list({ team_ids: [9] }), [])
    assert.deepEqual(await list({ team_ids: [7], agent_ids: [agent.id], query: 'again' }), [])
    await world.engine.parley.admin.agents.delete(agent.id)
    const other = await world.agent('grace')
    const filters = { agent_ids: [agent.id] }
    assert.deepEqual(threadIds(await other.web().succeed('get_archives', { filters })), [first.threadId])
  })

  test('get_archives filters threads by thread properties and by chat properties', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const value = (text: string) => ({ test: { string_property: text } })
    const ofChat = (await startChat(customer, { properties: value('red') })).threadId
    const thread = { properties: value('blue') }
    const ofThread = (await startChat(customer, { properties: value('red'), thread })).threadId
    const none = (await startChat(customer)).threadId
    const ask = (filter: object) => ({ filters: { properties: { test: { string_property: filter } } } })
    for (const version of ['v0.3', 'v0.4']) {
      const list = async (filter: object) =>
        threadIds(await agent.web(version).succeed('get_archives', ask(filter))).toSorted()
      assert.deepEqual(await list({ values: ['red'] }), [ofChat])
      assert.deepEqual(await list({ values: ['blue', 'green'] }), [ofThread])
      assert.deepEqual(await list({ exclude_values: ['red'] }), [ofThread, none].toSorted())
      assert.deepEqual(await list({ exists: false }), [none])
      for (const wrong of [{}, { exists: true, values: ['red'] }, { values: [1] }]) {
        assert.equal(at(await agent.web(version).refuse('get_archives', ask(wrong)), 'type'), 'validation')
      }
    }
    const unknown = { filters: { properties: { test: { nowhere: { exists: true } } } } }
    assert.equal(at(await agent.web().refuse('get_archives', unknown), 'type'), 'validation')
  })

  test('get_archives refuses a page that exceeds the maximum response size, but not a single thread', async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    const host = suite.engine.parley.as({ agentId: agent.id })
    const events = Array.from({ length: 14 }, () => ({ type: 'message' as const, text: 'x'.repeat(16_384) }))
    for (let count = 0; count < 60; count += 1) await host.startChat({ chat: { thread: { events } } })
    const error = await agent.web().refuse('get_archives', { pagination: { limit: 60 } })
    assert.equal(at(error, 'type'), 'entity_too_large')
    assert.match(textAt(error, 'message'), /ask for fewer threads/)
    const answer = await agent.web().succeed('get_archives', { pagination: { limit: 10 } })
    assert.equal(listAt(answer, 'chats').length, 10)
    assert.equal(at(answer, 'pagination.total'), 60)
  })
})

forEachStorage('pages of archives', (storage) => {
  const suite = useEngine(storage)

  /** Creates threads that begin a second apart, and returns their ids, oldest first. */
  async function givenThreads(customer: Person, count: number): Promise<readonly string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      await suite.engine.clock.advance(1_000)
      ids.push(await startChatWith(customer, `shared number${index}`))
    }
    return ids
  }

  test('get_archives numbers its pages and lists the newest thread first', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const [a, b, c, d, e] = await givenThreads(customer, 5)
    for (const filters of [{}, { query: 'shared' }]) {
      for (const [page, ids] of [
        [1, [e, d]],
        [2, [c, b]],
        [3, [a]],
        [4, []],
        [1_000_000, []],
      ] as const) {
        const request = { filters, pagination: { page, limit: 2 } }
        const answer = await agent.web().succeed('get_archives', request)
        assert.deepEqual([threadIds(answer), at(answer, 'pagination')], [ids, { page, total: 5 }])
      }
    }
  })

  test('walking by page_id lists each thread once, although new threads arrive', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const [a, b, c, d, e] = await givenThreads(customer, 5)
    const walked: string[] = []
    for (let page_id: string | undefined = ''; page_id !== undefined; ) {
      const request = { filters: { query: 'shared' }, pagination: { page_id, limit: 2 } }
      const answer = await agent.web().succeed('get_archives', request)
      walked.push(...threadIds(answer))
      assert.equal(has(at(answer, 'pagination'), 'page'), false)
      const next = has(at(answer, 'pagination'), 'next_page_id')
      page_id = next ? textAt(answer, 'pagination.next_page_id') : undefined
      await givenThreads(customer, 1)
    }
    assert.deepEqual(walked, [e, d, c, b, a])
  })

  test('page and page_id exclude each other, and v0.3 does not have page_id', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const [, newest] = await givenThreads(customer, 2)
    assert.deepEqual(
      await agent.web().refuse('get_archives', { pagination: { page: 1, page_id: '' } }),
      validation('payload.pagination must not have both page and page_id'),
    )
    const { chatId } = await startChat(customer)
    for (const page_id of [chatId, 'x']) {
      assert.deepEqual(
        await agent.web().refuse('get_archives', { pagination: { page_id } }),
        validation('payload.pagination.page_id is not a page of this list'),
      )
    }
    const pagination = { page_id: '', limit: 1 }
    const filters = { query: 'number1' }
    const older = await agent.web('v0.3').succeed('get_archives', { filters, pagination })
    assert.deepEqual([threadIds(older), at(older, 'pagination')], [[newest], { page: 1, total: 1 }])
  })
})

forEachStorage('days of archives', (storage) => {
  const lifetimes = { accessTokenSeconds: 400_000, customerTokenSeconds: 400_000 }
  const suite = useEngine(storage, { lifetimes })

  test('get_archives assigns a thread to the UTC day on which it began', async () => {
    const { customer, agent } = await setUp(await suite.world())
    const day = 86_400_000
    const begins = startSeconds * 1_000
    assert.equal(new Date(begins).toISOString(), '2026-01-01T00:00:00.000Z')
    const first = await startChat(customer, { thread: { events: [message('shared')] } })
    await suite.engine.clock.advance(day - 1)
    const last = await startChatWith(customer, 'shared')
    await suite.engine.clock.advance(1)
    await say(customer, first.chatId, 'still the thread of yesterday')
    const next = await startChatWith(customer, 'shared')
    const list = async (date_from?: string, date_to?: string, query?: string) => {
      const filters = {
        ...(date_from && { date_from }),
        ...(date_to && { date_to }),
        ...(query && { query }),
      }
      return threadIds(await agent.web().succeed('get_archives', { filters }))
    }
    for (const query of [undefined, 'shared']) {
      assert.deepEqual(await list('2026-01-01', '2026-01-01', query), [last, first.threadId])
      assert.deepEqual(await list('2026-01-02', '2026-01-02', query), [next])
      assert.deepEqual(await list('2026-01-02', undefined, query), [next])
      assert.deepEqual(await list(undefined, '2026-01-01', query), [last, first.threadId])
      assert.deepEqual(await list('2025-12-31', '2026-01-02', query), [next, last, first.threadId])
      assert.deepEqual(await list('2026-01-03', undefined, query), [])
      assert.deepEqual(await list(undefined, '2025-12-31', query), [])
    }
  })
})

forEachStorage('slow get_archives searches', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { wrap: (inner) => valve.guardArchives(inner) })

  test('searches of one agent run one after the other, and searches of different agents run in parallel', async () => {
    const world = await suite.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    await valve.hold()
    const requests = [ada, ada, bob].map((agent) => agent.web().succeed('get_archives'))
    await valve.holding(2)
    await ada.web().succeed('get_filtered_chats')
    assert.equal(valve.heldCount, 2)
    valve.release()
    await Promise.all(requests)
  })

  test('a slow search times out and does not block the next one', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    await valve.hold()
    const requests = [ada, ada].map((agent) => agent.web().refuse('get_archives'))
    await valve.holding(1)
    await ada.web().succeed('get_filtered_chats')
    suite.engine.clock.advance(15_250)
    for (const error of await Promise.all(requests)) assert.equal(at(error, 'type'), 'request_timeout')
    valve.release()
    await ada.web().succeed('get_archives')
  })
})
