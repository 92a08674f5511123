import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

const isInvalid = { name: 'ParleyError', type: 'validation' }

forEachStorage('provisioning', (storage) => {
  const suite = useEngine(storage)

  test('an agent sees the chats of its groups, and no others', async () => {
    const { engine, licenseId } = await suite.world()
    const { parley } = engine
    const names = ['inside', 'outside', 'owner'] as const
    const logins = names.map((name) => `${name}-${licenseId}@example.com`)
    for (const [index, login] of logins.entries()) {
      const groups = index === 0 ? [{ id: 5, priority: 'normal' } as const] : []
      await parley.admin.agents.create({ licenseId, login, name: login, groups })
    }
    const { id: customerId } = await parley.admin.customers.create({ licenseId, name: 'Kim' })
    const { chat } = await parley.as({ customerId }).startChat({ chat: { scopes: { groups: [5] } } })
    const [inside = '', outside = ''] = logins
    const found = await parley.as({ agentId: inside }).getChatThreads({ chat_id: chat.id })
    assert.equal(found.chat.id, chat.id)
    const refused = parley.as({ agentId: outside }).getChatThreads({ chat_id: chat.id })
    await assert.rejects(refused, { type: 'authorization' })
  })

  test('a deleted agent leaves its chats, and a new agent with the same login does not inherit them', async () => {
    const world = await suite.world()
    const { parley } = suite.engine
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    const phone = await customer.connect()
    await parley.admin.agents.delete(agent.id)
    const push = await phone.push('chat_users_updated')
    assert.deepEqual(at(push, 'updated_users.removed_ids'), [agent.id])
    const again = { licenseId: world.licenseId, login: agent.id, name: 'Another Ada' }
    await parley.admin.agents.create({ ...again, permission: 'normal' })
    const own = parley.as({ agentId: agent.id, scopes: ['chats--my:read'] })
    assert.deepEqual(await own.getFilteredChats(), { chats_summary: [] })
  })

  test('customers.getOrCreate returns one customer for one id of the host, also for concurrent calls', async () => {
    const { licenseId, engine } = await suite.world()
    const { customers } = engine.parley.admin
    const elsewhere = await suite.world()
    const options = { licenseId, externalId: 'user-7', name: 'Kim', fields: { plan: 'gold' } }
    const stranger = { licenseId: elsewhere.licenseId, externalId: 'user-7' }
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => customers.getOrCreate(options)),
    )
    assert.ok(first)
    assert.equal(first.externalId, 'user-7')
    for (const other of others) assert.deepEqual(other, first)
    assert.deepEqual(await customers.getOrCreate({ ...options, name: 'Somebody else' }), first)
    assert.deepEqual(await customers.getByExternalId({ licenseId, externalId: 'user-7' }), first)
    assert.equal(await customers.getByExternalId(stranger), undefined)
    const another = await customers.getOrCreate({ ...options, licenseId: elsewhere.licenseId })
    assert.notEqual(another.id, first.id)
    assert.equal((await customers.list({ licenseId })).items.length, 1)
    await assert.rejects(customers.create(options), {
      ...isInvalid,
      message: /customer with this externalId/,
    })
    const unknown = customers.getOrCreate({ ...options, licenseId: 999_999, externalId: 'user-8' })
    await assert.rejects(unknown, { ...isInvalid, message: /licenseId does not match any license/ })
  })

  test('agents.getOrCreate finds an agent by the id of the host, or else by the login', async () => {
    const { licenseId, engine } = await suite.world()
    const { agents } = engine.parley.admin
    const elsewhere = await suite.world()
    const login = (name: string) => `${name}-${licenseId}@example.com`
    const ada = { licenseId, login: login('ada'), name: 'Ada', externalId: 'staff-1' }
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => agents.getOrCreate(ada)))
    for (const other of others) assert.deepEqual(other, first)
    assert.deepEqual(await agents.getOrCreate({ ...ada, login: login('renamed') }), first)
    assert.deepEqual(await agents.getByExternalId({ licenseId, externalId: 'staff-1' }), first)

    const bob = { licenseId, login: login('Bob'), name: 'Bob' }
    const second = await agents.getOrCreate(bob)
    assert.deepEqual(await agents.getOrCreate({ ...bob, name: 'Robert' }), second)
    const taken: readonly (readonly [object, RegExp])[] = [
      [{ ...bob, externalId: 'staff-2' }, /login exists: update sets its externalId/],
      [{ ...bob, licenseId: elsewhere.licenseId }, /an agent with this login exists$/],
      [{ ...bob, licenseId: elsewhere.licenseId, externalId: 'staff-2' }, /an agent with this login exists$/],
      [{ ...bob, licenseId: 999_999, login: login('new') }, /licenseId does not match any license/],
      [{ ...bob, password: 'short' }, /password must have/],
    ]
    for (const [options, message] of taken)
      await assert.rejects(Reflect.apply(agents.getOrCreate, agents, [options]), { ...isInvalid, message })
    const known = await agents.update(second.id, { externalId: 'staff-2' })
    assert.deepEqual(await agents.getOrCreate({ ...bob, externalId: 'staff-2' }), known)
    const update = agents.update(second.id, { name: 'Robert', externalId: 'staff-1' })
    await assert.rejects(update, { ...isInvalid, message: /another agent has this externalId/ })
    assert.deepEqual(await agents.get(second.id), known)
    const create = agents.create({ ...bob, login: login('third'), externalId: 'staff-2' })
    await assert.rejects(create, { ...isInvalid, message: /an agent with this externalId exists/ })
  })

  test('a change of a customer in process is pushed to the members of its chats', async () => {
    const world = await suite.world()
    const { customers } = suite.engine.parley.admin
    const [customer, agent] = [await world.customer({ fields: { plan: 'gold' } }), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const desk = await agent.connect()
    await customers.getOrCreate({ licenseId: world.licenseId, externalId: 'user-8' })
    const changes = { name: 'Kim', fields: { city: 'Rome' }, externalId: 'user-7' }
    const changed = await customers.update(customer.id, changes)
    assert.deepEqual(await customers.get(customer.id), changed)
    assert.deepEqual(changed.fields, { plan: 'gold', city: 'Rome' })
    const push = await desk.push('customer_updated')
    assert.deepEqual([at(push, 'chat_id'), at(push, 'customer.name')], [chatId, 'Kim'])
    assert.equal(JSON.stringify(push).includes('user-7'), false)
    const refused = customers.update(customer.id, { name: 'Kate', externalId: 'user-8' })
    await assert.rejects(refused, { ...isInvalid, message: /another customer has this externalId/ })
    assert.deepEqual(await customers.get(customer.id), changed)
    assert.deepEqual(await customers.update(customer.id, {}), changed)
    assert.equal((await customers.update(customer.id, { externalId: null })).externalId, null)
    await assert.rejects(customers.update('nobody', {}), {
      ...isInvalid,
      message: /does not match any customer/,
    })
    const large = customers.update(customer.id, { fields: { note: 'x'.repeat(1_000_000) } })
    await assert.rejects(large, isInvalid)
  })

  const badAgents: readonly (readonly [string, object])[] = [
    ['a permission that does not exist', { permission: 'root' }],
    ['a negative number of chats', { maxChatsCount: -5 }],
    ['a blank login', { login: ' ' }],
    ['a NUL in its name', { name: 'A\0' }],
    ['a lone surrogate in its name', { name: 'A\ud800' }],
    ['an empty externalId', { externalId: '' }],
    ['an externalId that is too long', { externalId: 'x'.repeat(257) }],
    ['a name that is too long', { name: 'x'.repeat(1_000_000) }],
  ]
  for (const [what, traits] of badAgents) {
    test(`an agent with ${what} is refused`, async () => {
      const { licenseId } = await suite.world()
      const options = { licenseId, login: `a${licenseId}`, name: 'A', ...traits }
      await assert.rejects(suite.engine.parley.admin.agents.create(options), isInvalid)
    })
  }

  test('a license with an impossible expiry date is refused', async () => {
    const created = suite.engine.parley.admin.licenses.create({ name: 'A', expiresAt: new Date(Number.NaN) })
    await assert.rejects(created, isInvalid)
  })
})
