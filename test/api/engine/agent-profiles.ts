import assert from 'node:assert/strict'
import { oneNode, profileCases } from '../../support/agent-profiles.js'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { passingOverOptions, startChatWithPhone, waitForAssignment } from '../../support/passing-over.js'
import { forEachStorage } from '../../support/storages.js'

const isInvalid = { name: 'ParleyError', type: 'validation' }
const avatar = 'https://example.com/ada.png'

forEachStorage('agents.update', (storage) => {
  const suite = useEngine(storage)
  for (const { title, prove } of profileCases) test(title, () => prove(oneNode(suite.engine)))

  test('agents.update changes the given fields, and keeps the others', async () => {
    const world = await suite.world()
    const { admin } = suite.engine.parley
    const ada = await world.agent('ada', { permission: 'normal', groups: [7], maxChatsCount: 3 })
    const before = await admin.agents.get(ada.id)
    const named = await admin.agents.update(ada.id.toUpperCase(), { name: 'Ada L.', avatar })
    assert.deepEqual(named, { ...before, name: 'Ada L.', avatar })
    assert.deepEqual(await admin.agents.get(ada.id), named)
    const others = { email: 'ada@mail.example.com', maxChatsCount: 0, groups: [] }
    const groups = [{ id: 0, priority: 'normal' }]
    assert.deepEqual(await admin.agents.update(ada.id, others), { ...named, ...others, groups })
    const none = { ...named, maxChatsCount: 0, groups, email: null, avatar: null }
    assert.deepEqual(await admin.agents.update(ada.id, { email: null, avatar: null }), none)
    assert.deepEqual(await admin.agents.update(ada.id, {}), none)
  })

  test('agents.update shows in chats, and a listener of the host receives it', async () => {
    const world = await suite.world()
    const { parley } = suite.engine
    const ada = await world.agent('ada')
    const { chatId } = await startChat(ada)
    const received = new Promise((resolve) =>
      parley.on('agent_profile_updated', ({ payload }) => resolve(payload)),
    )
    await parley.admin.agents.update(ada.id, { name: 'Ada L.' })
    assert.deepEqual(await received, { agent_id: ada.id })
    const chat = await ada.web().succeed('get_chat_threads', { chat_id: chatId })
    assert.equal(at(chat, 'chat.users.0.name'), 'Ada L.')
  })

  const refused: readonly (readonly [what: string, changes: object])[] = [
    ['a login', { login: 'bob@example.com' }],
    ['a license', { licenseId: 7 }],
    ['a password', { password: 'secret enough' }],
    ['no name', { name: null }],
    ['an empty name', { name: '' }],
    ['a permission that does not exist', { permission: 'root' }],
    ['a negative number of chats', { maxChatsCount: -1 }],
    ['a duplicate group', { groups: [7, 7].map((id) => ({ id, priority: 'normal' })) }],
    [
      'a profile that is too large',
      { name: 'ア'.repeat(500), email: 'ア'.repeat(500), avatar: 'ア'.repeat(2_000) },
    ],
  ]
  for (const [what, changes] of refused) {
    test(`agents.update refuses ${what}`, async () => {
      const { admin } = suite.engine.parley
      const { id } = await (await suite.world()).agent('ada')
      const before = await admin.agents.get(id)
      await assert.rejects(admin.agents.update(id, changes), isInvalid)
      assert.deepEqual(await admin.agents.get(id), before)
    })
  }

  test('agents.update refuses an agent that does not exist', async () => {
    const { admin } = suite.engine.parley
    const { id } = await (await suite.world()).agent('ada')
    await admin.agents.delete(id)
    for (const unknown of [id, 'nobody']) {
      await assert.rejects(admin.agents.update(unknown, { name: 'Ada' }), isInvalid)
    }
  })
})

forEachStorage('raising the maximum number of chats of an agent', (storage) => {
  const suite = useEngine(storage, passingOverOptions)

  test('the agent immediately gets a waiting chat', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada', { maxChatsCount: 1 })
    await ada.connect()
    const first = await startChatWithPhone(await world.customer())
    assert.equal(await waitForAssignment(first.phone), 'ada')
    const second = await startChatWithPhone(await world.customer())
    await suite.engine.parley.admin.agents.update(ada.id, { maxChatsCount: 2 })
    assert.equal(await waitForAssignment(second.phone), 'ada')
  })
})
