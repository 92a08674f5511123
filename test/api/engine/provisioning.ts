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

  test('an agent who is deleted leaves its chats, and whoever gets its login later does not inherit them', async () => {
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

  const badAgents: readonly (readonly [string, object])[] = [
    ['a permission that does not exist', { permission: 'root' }],
    ['a negative number of chats', { maxChatsCount: -5 }],
    ['a blank login', { login: ' ' }],
    ['a NUL in its name', { name: 'A\0' }],
    ['a lone surrogate in its name', { name: 'A\ud800' }],
    ['a name without end', { name: 'x'.repeat(1_000_000) }],
  ]
  for (const [what, traits] of badAgents) {
    test(`an agent with ${what} is refused`, async () => {
      const { licenseId } = await suite.world()
      const options = { licenseId, login: `a${licenseId}`, name: 'A', ...traits }
      await assert.rejects(suite.engine.parley.admin.agents.create(options), isInvalid)
    })
  }

  test('a license that expires at no time there is is refused', async () => {
    const created = suite.engine.parley.admin.licenses.create({ name: 'A', expiresAt: new Date(Number.NaN) })
    await assert.rejects(created, isInvalid)
  })
})
