import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import type { Person, World } from '../../support/world.js'
import { withAt } from '../paths.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const create = 'agents/create_bot_agent'
const update = 'agents/update_bot_agent'
const remove = 'agents/remove_bot_agent'
const list = 'agents/get_bot_agents'
const details = 'agents/get_bot_agent_details'

const withFilters = {
  name: 'incoming_event',
  filters: {
    chat_properties: { test: { int_property: { values: [1, 2] } } },
    event_properties: { test: { bool_property: { exists: true } } },
    chat_member_ids: { agents: ['ada@example.com'] },
    author_type: 'agent',
  },
  additional_data: ['chat_properties'],
}
const webhooks = { url: 'https://bot.example/', secret_key: 'secret', actions: [withFilters] }
const bot = {
  ...{ name: 'Botty', avatar: 'https://bot.example/a.png', status: 'not accepting chats' },
  ...{ max_chats_count: 2, groups: [{ id: 0, priority: 'first' }], webhooks },
}
const plain = { name: 'Botty', status: 'offline' }

const idOf = (created: unknown) => textAt(created, 'bot_agent_id')
const refusal = async (person: Person, action: string, payload: object) =>
  at(await person.configuration().refuse(action, payload), 'type')

async function agentsIn(reader: Person, chatId: string): Promise<readonly unknown[]> {
  const { chat } = Object(await reader.web().succeed('get_chat_threads', { chat_id: chatId }))
  const present = listAt(chat, 'users').filter((user) => at(user, 'present') === true)
  return present.filter((user) => at(user, 'type') === 'agent').map((user) => at(user, 'id'))
}

proving('bots over the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    return { world, agent, web: agent.configuration() }
  }

  verifies(
    [
      'configuration.create_bot_agent',
      'configuration.update_bot_agent',
      'configuration.remove_bot_agent',
      'configuration.get_bot_agents',
      'configuration.get_bot_agent_details',
      'bot.id',
      'bot.application.client_id',
      'bot.status.created',
      'bot.status.updated',
      'decisions.1.2.bot_id',
    ],
    'bots are created, shown, listed, changed and removed',
    async () => {
      const { world, web } = await setUp()
      const id = idOf(await web.succeed(create, bot))
      assert.match(id, /^[0-9a-f]{32}$/)
      const shown = { id, application: { client_id: world.clientId }, ...bot }
      assert.deepEqual(await web.succeed(details, { bot_agent_id: id }), { bot_agent: shown })
      const { name, avatar, status } = bot
      assert.deepEqual(await web.succeed(list), { bot_agents: [{ id, name, avatar, status }] })
      assert.deepEqual(await web.succeed(update, { id, name: 'Other', status: 'offline' }), {})
      assert.deepEqual(await web.succeed(details, { bot_agent_id: id }), {
        bot_agent: { ...shown, name: 'Other', status: 'offline' },
      })
      assert.deepEqual(await web.succeed(remove, { bot_agent_id: id }), {})
      assert.deepEqual(await web.succeed(list), { bot_agents: [] })
    },
  )

  const wrong: readonly (readonly [path: string, wrong: readonly unknown[], isRequired: boolean])[] = [
    ['name', [1, ''], true],
    ['avatar', [1], false],
    ['status', ['accepting_chats', 1], true],
    ['max_chats_count', [-1, 1.5, '1'], false],
    ['groups', [{}, [0]], false],
    ['groups[].id', [-1, '0', 1], true],
    ['groups[].priority', ['middle', 1], true],
    ['webhooks', ['https://bot.example/'], false],
    ['webhooks.url', [1, 'bot'], true],
    ['webhooks.secret_key', [1, ''], true],
    ['webhooks.actions', [{}], true],
    ['webhooks.actions[].name', ['customer_updated', 1], true],
    ['webhooks.actions[].filters', [1], false],
    ['webhooks.actions[].additional_data', ['chat_properties', ['events']], false],
  ]

  verifies(
    [
      'bot.name',
      'bot.avatar',
      'bot.status',
      'bot.groups',
      'bot.groups.id',
      'bot.groups.priority',
      'bot.webhooks',
      'bot.webhooks.url',
      'bot.webhooks.secret_key',
      'bot.webhooks.actions',
      'bot.webhooks.actions.name',
      'bot.webhooks.actions.filters',
      'bot.webhooks.actions.additional_data',
      'decisions.15.bot_groups',
    ],
    'bots accept each field, require some, and refuse values of another kind',
    async () => {
      const { agent, web } = await setUp()
      const id = idOf(await web.succeed(create, bot))
      for (const [path, values, isRequired] of wrong) {
        for (const value of values) {
          const given = withAt(bot, path, value)
          assert.equal(await refusal(agent, create, given), 'validation', `${path} ${JSON.stringify(value)}`)
          assert.equal(await refusal(agent, update, { id, ...given }), 'validation', path)
        }
        for (const absent of [undefined, null]) {
          const without = withAt(bot, path, absent)
          if (isRequired) assert.equal(await refusal(agent, create, without), 'validation', path)
          else await web.succeed(create, without)
        }
      }
      for (const priority of ['first', 'normal', 'last']) {
        await web.succeed(create, { ...bot, groups: [{ id: 0, priority }] })
      }
    },
  )

  verifies('bot.max_chats_count', 'bots have at most 6 chats by default', async () => {
    const { web } = await setUp()
    const bot_agent_id = idOf(await web.succeed(create, plain))
    assert.equal(at(await web.succeed(details, { bot_agent_id }), 'bot_agent.max_chats_count'), 6)
  })

  verifies(
    ['bot.filters', 'bot.filters.chat_member_ids', 'bot.filters.author_type', 'bot.actions.newer'],
    'bots receive actions by filters, fewer of both in the older variant',
    async () => {
      const { agent, web } = await setUp()
      const inputWith = (name: string, filters: object) => {
        return { ...plain, webhooks: { ...webhooks, actions: [{ name, filters }] } }
      }
      for (const [name, filters] of [
        ['agent_deleted', { chat_properties: {} }],
        ['chat_users_updated', { author_type: 'agent' }],
        ['incoming_event', { thread_properties: {} }],
        ['incoming_event', { chat_member_ids: { agents: [], agents_any: [] } }],
      ] as const) {
        assert.equal(await refusal(agent, create, inputWith(name, filters)), 'validation', name)
      }
      for (const name of ['incoming_rich_message_postback', 'agent_status_changed', 'agent_deleted']) {
        await web.succeed(create, inputWith(name, { chat_member_ids: { agents_exclude: ['a'] } }))
        await agent.configuration('v0.3').refuse(create, inputWith(name, {}))
      }
      const bot_agent_id = idOf(await web.succeed(create, bot))
      const older = await agent.configuration('v0.3').succeed(details, { bot_agent_id })
      const { chat_properties, event_properties } = withFilters.filters
      const filters = { chat_properties, event_properties }
      assert.deepEqual(at(older, 'bot_agent.webhooks.actions'), [{ name: 'incoming_event', filters }])
    },
  )

  verifies('decisions.13.bots_per_app', 'an app can have at most 100 bots', async () => {
    const { world, agent, web } = await setUp()
    const host = suite.engine.parley.as({ agentId: agent.id, clientId: world.clientId })
    for (let count = 0; count < 100; count += 1) {
      await host.createBotAgent({ name: 'Botty', status: 'offline' })
    }
    assert.equal(at(await web.refuse(create, plain), 'type'), 'validation')
  })

  verifies('bot.no_password', 'bots have no password, and no token of their own', async () => {
    const { world, web } = await setUp()
    const { licenseId, clientId, engine } = world
    const agentId = idOf(await web.succeed(create, plain))
    const { agents, tokens } = engine.parley.admin
    const refused = { type: 'validation' }
    await assert.rejects(agents.setPassword(agentId, 'long enough'), refused)
    await assert.rejects(tokens.createForAgent({ licenseId, clientId, agentId }), refused)
  })
})

proving('permissions for bots', (storage) => {
  const suite = useEngine(storage)

  async function givenBots(world: World) {
    const boss = await world.agent('boss')
    const { licenseId, engine } = world
    const { clientId } = await engine.parley.admin.apps.create({
      ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [], scopes: [] },
    })
    const host = engine.parley.as({ agentId: boss.id, clientId })
    const { bot_agent_id: other } = await host.createBotAgent({ name: 'Other', status: 'offline' })
    return { own: idOf(await boss.configuration().succeed(create, plain)), other }
  }

  verifies(
    [
      'configuration.create_bot_agent.permission.agents-bot--my:write',
      'configuration.update_bot_agent.permission.agents-bot--my:write',
      'configuration.remove_bot_agent.permission.agents-bot--my:write',
      'configuration.remove_bot_agent.permission.agents-bot--all:write',
      'configuration.get_bot_agents.permission.agents-bot--my:read',
      'configuration.get_bot_agents.permission.agents-bot--all:read',
      'configuration.get_bot_agents.request.all',
      'configuration.get_bot_agent_details.permission.agents-bot--my:read',
      'configuration.get_bot_agent_details.permission.agents-bot--all:read',
    ],
    'permissions for bots depend on scopes: to read and write those of the app, to read and to remove all',
    async () => {
      const allowed: Readonly<Partial<Record<Scope, readonly string[]>>> = {
        'agents-bot--my:write': ['create', 'update', 'remove own'],
        'agents-bot--all:write': ['remove own', 'remove other'],
        'agents-bot--my:read': ['list', 'details own'],
        'agents-bot--all:read': ['list', 'list all', 'details own', 'details other'],
      }
      for (const scope of [
        ...(['agents-bot--my:write', 'agents-bot--all:write'] as const),
        ...(['agents-bot--my:read', 'agents-bot--all:read'] as const),
      ]) {
        const world = await suite.world()
        const { own, other } = await givenBots(world)
        const web = (await world.agent('ada', { scopes: [scope] })).configuration()
        const calls: readonly (readonly [what: string, action: string, payload: object])[] = [
          ['create', create, plain],
          ['update', update, { id: own, name: 'x' }],
          ['update other', update, { id: other, name: 'x' }],
          ['list', list, {}],
          ['list all', list, { all: true }],
          ['details own', details, { bot_agent_id: own }],
          ['details other', details, { bot_agent_id: other }],
          ['remove own', remove, { bot_agent_id: own }],
          ['remove other', remove, { bot_agent_id: other }],
        ]
        for (const [what, action, payload] of calls) {
          const { status } = await web.post(action, payload)
          assert.equal(status, allowed[scope]?.includes(what) ? 200 : 403, `${what} with ${scope}`)
        }
      }
    },
  )
})

proving('chats of bots', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  verifies(
    ['bot.status.accepting', 'bot.status.not_accepting', 'bot.status.offline'],
    'chats are assigned to bots that accept chats, and to no others',
    async () => {
      const world = await suite.world()
      const ada = await world.agent('ada')
      const web = ada.configuration()
      for (const status of ['not accepting chats', 'offline'])
        await web.succeed(create, { name: 'x', status })
      const { chatId } = await startChat(await world.customer())
      const first = idOf(await web.succeed(create, { name: 'Botty', status: 'accepting chats' }))
      await eventually(async () => assert.deepEqual(await agentsIn(ada, chatId), [first]))
      const login = { agent_id: first, routing_status: 'not_accepting_chats' }
      await ada.web().succeed('update_agent', login)
      assert.equal(
        at(await web.succeed(details, { bot_agent_id: first }), 'bot_agent.status'),
        'not accepting chats',
      )
    },
  )

  verifies(
    ['bot.token', 'decisions.8.7.leaves'],
    'chats of bots wait again when the bot is removed, or logged out by the revocation of its token',
    async () => {
      const world = await suite.world()
      const { engine } = world
      const [ada, boss] = [await world.agent('ada'), await world.agent('boss')]
      const accepting = { name: 'Botty', status: 'accepting chats' }
      const revoked = idOf(await ada.configuration().succeed(create, accepting))
      const { chatId } = await startChat(await world.customer())
      await eventually(async () => assert.deepEqual(await agentsIn(boss, chatId), [revoked]))
      const next = idOf(await boss.configuration().succeed(create, accepting))
      await engine.parley.admin.tokens.revoke(ada.token)
      await eventually(async () => {
        engine.clock.advance(1_000)
        assert.deepEqual(await agentsIn(boss, chatId), [next])
      })
      const shown = await boss.configuration().succeed(details, { bot_agent_id: revoked })
      assert.equal(at(shown, 'bot_agent.status'), 'offline')
      await boss.configuration().succeed(remove, { bot_agent_id: next })
      assert.deepEqual(await agentsIn(boss, chatId), [])
    },
  )
})
