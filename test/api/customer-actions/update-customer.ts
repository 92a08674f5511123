import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('update_customer', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('update_customer replaces the given fields, keeps the others and merges session fields', async () => {
      const traits = { name: 'Kim', email: 'kim@example.com', fields: { plan: 'gold', seat: '1' } }
      const customer = await (await suite.world()).customer(traits)
      const caller = await customer.via(transport, version)
      const shown = { id: customer.id, type: 'customer', email: 'kim@example.com', present: true }
      const fields = { plan: 'silver', seat: '1', row: '' }
      assert.deepEqual(
        await caller.succeed('update_customer', { name: 'Lee', fields: { plan: 'silver', row: '' } }),
        {
          customer: { ...shown, name: 'Lee', fields },
        },
      )
      assert.deepEqual(await caller.succeed('update_customer'), {
        customer: { ...shown, name: 'Lee', fields },
      })
    })

    test('update_customer accepts details nested as in login, and refuses a mixture of both forms', async () => {
      const caller = await (await (await suite.world()).customer({ name: 'Kim' })).via(transport, version)
      const nested = { name: 'Lee', fields: { plan: 'gold' }, monitoring: { page: { url: '/a' } } }
      const stored = await caller.succeed('update_customer', { customer: nested })
      assert.deepEqual(
        [at(stored, 'customer.name'), at(stored, 'customer.fields')],
        ['Lee', { plan: 'gold' }],
      )
      const answer = await caller.succeed('update_customer', {
        customer: { email: 'lee@example.com' },
        name: null,
      })
      assert.equal(at(answer, 'customer.email'), 'lee@example.com')
      assert.equal(
        at(await caller.succeed('update_customer', { customer: null, name: 'Kim' }), 'customer.name'),
        'Kim',
      )
      for (const [payload, detail] of [
        [
          { customer: { name: 'Lee' }, email: 'x', fields: {} },
          'payload cannot have email, fields beside customer: put all details into one of the two',
        ],
        [{ customer: 'Lee' }, 'payload.customer must be an object'],
        [{ customer: { fields: { plan: null } } }, 'payload.customer.fields.plan must be a string'],
        [
          { customer: { fields: { ['x'.repeat(129)]: '' } } },
          'payload.customer.fields has a key longer than 128 characters',
        ],
      ] as const) {
        assert.deepEqual(await caller.refuse('update_customer', payload), validation(detail))
      }
      await caller.succeed('start_chat')
    })

    test('update_customer is pushed once for each active chat, to everyone who sees it', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer({ name: 'Kim' }), await world.agent('ada')]
      const [closed, one, other] = [
        await startChat(customer),
        await startChat(customer),
        await startChat(customer),
      ]
      await customer.web().succeed('close_thread', { chat_id: closed.chatId })
      const [phone, desk] = [await customer.connect(version), await agent.connect()]
      const caller = await customer.via(transport, version)
      const response = await caller.succeed('update_customer', { name: 'Lee' })
      const pushes = await phone.pushes()
      const chatIds = pushes.map((push) => textAt(push, 'payload.chat_id'))
      assert.deepEqual(new Set(chatIds), new Set([one.chatId, other.chatId]))
      assert.deepEqual(
        pushes,
        chatIds.map((chat_id) =>
          pushFrame('customer_updated', { chat_id, customer: at(response, 'customer') }),
        ),
      )
      const monitoring = {
        stats: { visits: 0, threads: 3, page_views: 0 },
        ...{ ip: '127.0.0.1', host: '127.0.0.1', user_agent: 'parley-test' },
      }
      const seen = {
        id: customer.id,
        type: 'customer',
        name: 'Lee',
        present: true,
        fields: {},
        banned: false,
      }
      assert.deepEqual(
        await desk.pushes(),
        chatIds.map((chat_id) =>
          pushFrame('customer_updated', { chat_id, customer: { ...seen, monitoring } }),
        ),
      )
    })

    test('update_customer refuses details outside their bounds and stores nothing', async () => {
      const customer = await (await suite.world()).customer({ name: 'Kim' })
      const caller = await customer.via(transport, version)
      const wrong: readonly (readonly [payload: object, detail: string])[] = [
        [{ name: 'x'.repeat(513) }, 'payload.name must have at most 512 characters'],
        [{ email: 7 }, 'payload.email must be a string'],
        [{ fields: { plan: 'x'.repeat(1_025) } }, 'payload.fields.plan must have at most 1024 characters'],
        [{ fields: { ['x'.repeat(129)]: '' } }, 'payload.fields has a key longer than 128 characters'],
        [{ fields: { constructor: 'x' } }, 'payload.fields must not have the key constructor'],
        [{ fields: { prototype: 'x' } }, 'payload.fields must not have the key prototype'],
        [{ fields: { plan: 1 } }, 'payload.fields.plan must be a string'],
        [{ fields: [] }, 'payload.fields must be an object'],
        [{ monitoring: { page: { url: '' } } }, 'payload.monitoring.page.url must not be empty'],
        [
          { monitoring: { page: { url: `https://a.example/${'x'.repeat(2_048)}` } } },
          'payload.monitoring.page.url must have at most 2048 characters',
        ],
      ]
      for (const [payload, detail] of wrong) {
        assert.deepEqual(
          await caller.refuse('update_customer', {
            ...payload,
            ...('email' in payload ? {} : { email: 'new' }),
          }),
          validation(detail),
        )
      }
      const fields = JSON.parse('{"__proto__": "x"}')
      assert.deepEqual(
        await caller.refuse('update_customer', { fields }),
        validation('payload.fields must not have the key __proto__'),
      )
      assert.deepEqual(at(await caller.succeed('update_customer'), 'customer'), {
        ...{ id: customer.id, type: 'customer', name: 'Kim', present: true, fields: {} },
      })
    })

    test('update_customer refuses fields that exceed the maximum number together', async () => {
      const caller = await (await (await suite.world()).customer()).via(transport, version)
      const some = (prefix: string, length: number) =>
        Object.fromEntries(Array.from({ length }, (_, index) => [`${prefix}${index}`, '']))
      await caller.succeed('update_customer', { fields: some('a', 60) })
      assert.deepEqual(
        await caller.refuse('update_customer', { fields: some('b', 41) }),
        validation('payload.fields would have more than 100 keys'),
      )
      assert.deepEqual(
        await caller.refuse('update_customer', { fields: some('b', 101) }),
        validation('payload.fields must have at most 100 keys'),
      )
      await caller.succeed('update_customer', { fields: some('b', 40) })
    })
  })

  test('update_customer keeps all fields that are set at the same time', async () => {
    const customer = await (await suite.world()).customer()
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((key) =>
        customer.web().succeed('update_customer', { fields: { [key]: key } }),
      ),
    )
    const { customer: now } = await suite.engine.parley.as({ customerId: customer.id }).updateCustomer()
    assert.deepEqual(now.fields, { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e' })
  })
})

forEachStorage('update_customer', (storage) => {
  const suite = useEngine(storage)

  test('update_customer records the pages of a visit, which ends half an hour after the last one', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const visit = (url: string) =>
      customer.web().succeed('update_customer', { monitoring: { page: { url } } })
    const monitoring = async () => {
      const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
      return at(read, 'chat.users.0.monitoring')
    }
    const later = (minutes: number) => suite.engine.clock.advance(minutes * 60_000)
    await visit('https://a.example/')
    await visit('https://a.example/')
    later(29)
    await visit('https://b.example/')
    const secondAt = startSeconds + 29 * 60
    const pages = [
      { start: startSeconds, url: 'https://a.example/' },
      { start: secondAt, url: 'https://b.example/' },
    ]
    const client = { ip: '127.0.0.1', host: '127.0.0.1', user_agent: 'parley-test' }
    assert.deepEqual(await monitoring(), {
      current_visit: { start: startSeconds, pages },
      stats: { visits: 1, threads: 1, page_views: 2, last_visit: startSeconds },
      ...client,
    })
    later(31)
    await visit('https://b.example/')
    const thirdAt = secondAt + 31 * 60
    assert.deepEqual(await monitoring(), {
      current_visit: { start: thirdAt, pages: [{ start: thirdAt, url: 'https://b.example/' }] },
      stats: { visits: 2, threads: 1, page_views: 3, last_visit: thirdAt },
      ...client,
    })
  })

  test('the customer shows its last page only, except when the threads of the chat are read', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const desk = await agent.connect()
    for (const name of ['a', 'b', 'c']) {
      await customer
        .web()
        .succeed('update_customer', { monitoring: { page: { url: `https://${name}.example/` } } })
    }
    const start = Math.floor(suite.engine.clock.now() / 1_000)
    const last = [{ start, url: 'https://c.example/' }]
    const visit = 'monitoring.current_visit.pages'
    const listed = await agent.web().succeed('get_filtered_chats')
    assert.deepEqual(at(listed, `chats_summary.0.users.0.${visit}`), last)
    assert.equal(at(listed, 'chats_summary.0.users.0.monitoring.stats.page_views'), 3)
    const login = await (await agent.open()).succeed('login', { token: agent.token })
    assert.deepEqual(at(login, `chats_summary.0.users.0.${visit}`), last)
    assert.deepEqual(at((await desk.pushes()).at(-1), `payload.customer.${visit}`), last)
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    assert.equal(listAt(read, `chat.users.0.${visit}`).length, 3)
  })

  test('update_customer refuses details that are too large in total, and stores nothing', async () => {
    const customer = await (await suite.world()).customer({ name: 'Kim' })
    const fields = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${prefix}${index}`, 'x'.repeat(1_000)]))
    await customer.web().succeed('update_customer', { fields: fields('a') })
    const tooLarge = (path: string) =>
      validation(`${path} would make the details larger than 16384 bytes as JSON`)
    assert.deepEqual(
      await customer.web().refuse('update_customer', { name: 'Lee', fields: fields('b') }),
      tooLarge('payload'),
    )
    const login = { token: customer.token, customer: { fields: fields('b') } }
    assert.deepEqual(await (await customer.open()).refuse('login', login), tooLarge('payload.customer'))
    const shown = at(await customer.web().succeed('update_customer'), 'customer')
    assert.equal(textAt(shown, 'name'), 'Kim')
    assert.deepEqual(at(shown, 'fields'), fields('a'))
  })

  test('update_customer is pushed to each agent for the chats that the agent may read only', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const open = await startChat(customer)
    const scoped = await startChat(customer, { scopes: { groups: [5] } })
    const own = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: (await startChat(customer)).chatId })
    const all = await world.agent('ada')
    const some = await world.agent('bob', { permission: 'normal' })
    const member = await world.agent('cy', { permission: 'normal', scopes: ['chats--my:read'] })
    const none = await world.agent('di', { scopes: ['chats.meta--all:write'] })
    await all.web().succeed('join_chat', { chat_id: own.chatId, agent_ids: [member.id] })
    const desks = await Promise.all([all, some, member, none].map((agent) => agent.connect()))
    await customer.web().succeed('update_last_seen_timestamp', { chat_id: own.chatId })
    for (const desk of desks) await desk.pushes()
    await customer.web().succeed('update_customer', { name: 'Lee' })
    const pushes = await Promise.all(
      desks.map(async (desk) => (await desk.pushes()).map((push) => textAt(push, 'payload.chat_id'))),
    )
    const everyOne = [open.chatId, scoped.chatId, own.chatId]
    assert.deepEqual(
      pushes.map((chatIds) => new Set(chatIds)),
      [everyOne, [open.chatId, own.chatId], [own.chatId], []].map((chatIds) => new Set(chatIds)),
    )
    assert.deepEqual(
      pushes.map(({ length }) => length),
      [3, 2, 1, 0],
    )
  })
})
