import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, notCovered } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { chatScopes, type Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { isRequirementId, type RequirementId, requirementIds } from '../requirements/index.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const pattern = /^chat\.agent\.(?<action>\w+)\.permission\.(?<scope>[\w.-]+:\w+)$/

/** A chat of one agent, and another agent who may be in it. */
interface Scene {
  readonly boss: Person
  readonly agent: Person
  readonly chatId: string
  readonly threadId: string
}

const rules = { chat_properties: { test: { bool_property: { exists: false } } } }
const properties = { test: { int_property: 1 } }

/** Requests for each action. Any one of the action's scopes is enough for them. */
const requests: Readonly<Record<string, (scene: Scene) => object | Promise<object>>> = {
  get_filtered_chats: () => ({}),
  get_archives: () => ({}),
  get_chat_threads: ({ chatId }) => ({ chat_id: chatId }),
  join_chat: ({ chatId, agent }) => ({ chat_id: chatId, agent_ids: [agent.id] }),
  remove_from_chat: ({ chatId, agent }) => ({ chat_id: chatId, agent_ids: [agent.id] }),
  send_event: ({ chatId }) => ({ chat_id: chatId, event }),
  send_typing_indicator: ({ chatId }) => ({ chat_id: chatId, is_typing: true }),
  close_thread: ({ chatId }) => ({ chat_id: chatId }),
  update_agent: async ({ agent }) => {
    await agent.connect()
    return { agent_id: agent.id, routing_status: 'not_accepting_chats' }
  },
  update_chat_scopes: ({ chatId }) => ({ chat_id: chatId, add_scopes: { groups: [1] } }),
  update_chat_properties: ({ chatId }) => ({ chat_id: chatId, properties }),
  update_chat_thread_properties: ({ chatId, threadId }) => ({
    ...{ chat_id: chatId, thread_id: threadId, properties },
  }),
  update_last_seen_timestamp: ({ chatId }) => ({ chat_id: chatId, timestamp: startSeconds }),
  add_auto_chat_scopes: () => ({ scopes: { groups: [1] }, rules }),
  remove_auto_chat_scopes: async ({ boss }) => {
    const added = await boss.web().succeed('add_auto_chat_scopes', { scopes: { groups: [1] }, rules })
    return { auto_chat_scopes_id: textAt(added, 'auto_chat_scopes_id') }
  },
  get_auto_chat_scopes_config: () => ({}),
  multicast: () => ({ scopes: { agents: { all: true } }, content: 1 }),
  ban_customer: async ({ boss }) => ({
    ...{ customer_id: (await boss.world.customer()).id, ban: { days: 1 } },
  }),
}

/** Actions that do not name a single chat. */
const aboutNoChat = [
  'get_filtered_chats',
  'get_archives',
  'update_agent',
  'multicast',
  'ban_customer',
  'add_auto_chat_scopes',
  'remove_auto_chat_scopes',
  'get_auto_chat_scopes_config',
]

interface Permission {
  readonly id: RequirementId
  readonly action: string
  readonly scope: Scope
}

proving('permissions', (storage) => {
  const suite = useEngine(storage)

  async function agentWith(scopes: readonly Scope[], isMember: boolean): Promise<Scene> {
    const world = await suite.world()
    const [boss, agent] = [await world.agent('ada'), await world.agent('bob', { scopes })]
    const { chatId, threadId } = await startChat(boss)
    if (isMember) await boss.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    return { agent, boss, chatId, threadId }
  }

  for (const { id, action, scope } of permissions()) {
    const request = requests[action]
    assert.ok(request, `no request for ${action}`)
    const isOfAll = scope.includes('--all:')

    verifies([id, 'decisions.5.2.member'], `${action} works with ${scope} in an own chat`, async () => {
      const scene = await agentWith([scope], true)
      await scene.agent.web().succeed(action, await request(scene))
    })

    if (aboutNoChat.includes(action)) continue
    verifies(id, `${action} with ${scope} in another chat is ${isOfAll ? 'done' : 'refused'}`, async () => {
      const scene = await agentWith([scope], false)
      const { agent, boss } = scene
      const payload = await request(scene)
      if (isOfAll) {
        await agent.web().succeed(action, payload)
      } else {
        const desk = await boss.connect()
        assert.deepEqual(await agent.web().refuse(action, payload), notCovered)
        assert.deepEqual(await desk.pushes(), [])
      }
    })
  }

  for (const [action, request] of Object.entries(requests)) {
    const own = permissions().filter((permission) => permission.action === action)
    const proven = own.map(({ id }) => id)
    verifies(
      [...proven, 'chat.authentication.missing_permission', 'chat.error.authorization'],
      `${action} is refused with every scope but its own, and nothing happens`,
      async () => {
        const scopes = own.map(({ scope }) => scope)
        const others = chatScopes.filter((scope) => !scopes.includes(scope))
        const scene = await agentWith(others, true)
        const { agent, chatId, boss } = scene
        const payload = await request(scene)
        const desk = await boss.connect()
        const error = await agent.web().refuse(action, payload)
        assert.equal(at(error, 'type'), 'authorization')
        assert.deepEqual(error, authorization(`one of the scopes ${scopes.join(', ')} is needed`))
        assert.deepEqual(await desk.pushes(), [])
        await isUntouched(boss, chatId)
      },
    )
  }

  verifies(
    ['chat.agent.get_filtered_chats.permission.chats--my:read'],
    'get_filtered_chats lists with chats--my:read own chats only',
    async () => {
      for (const isMember of [true, false]) {
        const { agent } = await agentWith(['chats--my:read'], isMember)
        const chats = await agent.web().succeed('get_filtered_chats')
        assert.equal(at(chats, 'chats_summary.length'), isMember ? 1 : 0)
      }
    },
  )

  verifies(
    [
      'chat.agent.update_agent.permission.agents--my:write',
      'chat.agent.update_agent.permission.agents--all:write',
    ],
    'update_agent changes another agent with agents--all:write only',
    async () => {
      const payload = (id: string) => ({ agent_id: id, routing_status: 'not_accepting_chats' })
      const one = await agentWith(['agents--all:write'], false)
      await one.boss.connect()
      await one.agent.web().succeed('update_agent', payload(one.boss.id))
      const other = await agentWith(['agents--my:write'], false)
      assert.deepEqual(
        await other.agent.web().refuse('update_agent', payload(other.boss.id)),
        authorization('other agents need the scope agents--all:write'),
      )
    },
  )

  verifies(
    ['chat.agent.join_chat.permission.chats.conversation--all:write', 'decisions.5.3.join_chat'],
    'join_chat adds nobody else with chats.conversation--all:write',
    async () => {
      const { agent, boss, chatId } = await agentWith(['chats.conversation--all:write'], false)
      const payload = { chat_id: chatId, agent_ids: [agent.id, boss.id] }
      assert.equal(at(await agent.web().refuse('join_chat', payload), 'type'), 'authorization')
      const read = await boss.web().succeed('get_chat_threads', { chat_id: chatId })
      assert.equal(at(read, 'chat.users.length'), 1)
    },
  )

  verifies(
    [
      'chat.agent.remove_from_chat.permission.chats.conversation--all:write',
      'chat.agent.remove_from_chat.permission.chats.conversation--my:write',
      'decisions.5.3.remove_from_chat',
    ],
    'remove_from_chat removes nobody else with a scope of conversations',
    async () => {
      for (const scope of ['chats.conversation--all:write', 'chats.conversation--my:write'] as const) {
        const { agent, boss, chatId } = await agentWith([scope], true)
        const payload = { chat_id: chatId, agent_ids: [boss.id] }
        assert.equal(at(await agent.web().refuse('remove_from_chat', payload), 'type'), 'authorization')
        const read = await boss.web().succeed('get_chat_threads', { chat_id: chatId })
        assert.equal(at(read, 'chat.users.0.present'), true)
      }
    },
  )
})

function permissions(): readonly Permission[] {
  return requirementIds.flatMap((id) => {
    const { action, scope } = pattern.exec(id)?.groups ?? {}
    const known = chatScopes.find((one) => one === scope)
    return action === undefined || known === undefined || !isRequirementId(id)
      ? []
      : [{ id, action, scope: known }]
  })
}

/** Checks that the chat is as it was when it began: one open and empty thread with both agents. */
async function isUntouched(boss: Person, chatId: string): Promise<void> {
  const read = await boss.web().succeed('get_chat_threads', { chat_id: chatId })
  assert.equal(at(read, 'chat.threads_summary.length'), 1)
  const thread_ids = [at(read, 'chat.threads_summary.0.thread_id')]
  const threads = await boss.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids })
  assert.equal(at(threads, 'chat.threads.0.active'), true)
  assert.equal(at(threads, 'chat.threads.0.events.length'), 0)
  assert.deepEqual([at(read, 'chat.users.length'), at(read, 'chat.users.1.present')], [2, true])
}
