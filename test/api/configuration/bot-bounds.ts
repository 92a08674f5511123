import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

const create = 'agents/create_bot_agent'
const update = 'agents/update_bot_agent'
const list = 'agents/get_bot_agents'
const plain = { name: 'Botty', status: 'offline' }
const webhooks = { url: 'https://bot.example/', secret_key: 'secret', actions: [] }

/** Returns a webhooks configuration with one action and the given filters. */
const filtered = (name: string, filters: object) => ({
  webhooks: { ...webhooks, actions: [{ name, filters }] },
})
const path = 'payload.webhooks.actions[0]'

/** Fields that are wrong both when a bot is created and when it is changed. */
const wrong: readonly (readonly [given: object, detail: string])[] = [
  [{ name: '' }, 'payload.name must not be empty'],
  [{ name: 'x'.repeat(513) }, 'payload.name must have at most 512 characters'],
  [{ avatar: 'x'.repeat(2_049) }, 'payload.avatar must have at most 2048 characters'],
  [{ status: 'online' }, 'payload.status must be one of accepting chats, not accepting chats, offline'],
  [{ max_chats_count: -1 }, 'payload.max_chats_count must be an integer from 0 to 10000'],
  [{ groups: [{ id: 7, priority: 'first' }] }, 'payload.groups[0].id must be 0, the only group of bots'],
  [{ groups: [{ id: 0 }] }, 'payload.groups[0].priority is required'],
  [{ groups: [0, 0].map((id) => ({ id, priority: 'first' })) }, 'payload.groups contains a group twice'],
  [{ webhooks: { ...webhooks, secret_key: undefined } }, 'payload.webhooks.secret_key is required'],
  [{ webhooks: { ...webhooks, url: undefined } }, 'payload.webhooks.url is required'],
  [{ webhooks: { ...webhooks, actions: undefined } }, 'payload.webhooks.actions is required'],
  ...['ftp://bot.example/', 'bot.example', 'http://'].map(
    (url) =>
      [
        { webhooks: { ...webhooks, url } },
        'payload.webhooks.url must be an address that begins with http:// or https://',
      ] as const,
  ),
  [
    { webhooks: { ...webhooks, url: 'http://127.0.0.1/' } },
    'payload.webhooks.url must be an address of the public internet',
  ],
  [
    { webhooks: { ...webhooks, secret_key: 'whsec_short' } },
    'payload.webhooks.secret_key must have 24 to 64 bytes as base64 after whsec_',
  ],
  [
    filtered('agent_deleted', { author_type: 'agent' }),
    `${path}.filters.author_type is not a filter of agent_deleted`,
  ],
  [
    filtered('thread_closed', { properties: {} }),
    `${path}.filters cannot have properties: its keys are chat_properties, thread_properties, event_properties, chat_member_ids, author_type`,
  ],
  [
    filtered('chat_users_updated', { thread_properties: {} }),
    `${path}.filters.thread_properties is not a filter of chat_users_updated`,
  ],
  [
    filtered('thread_closed', { chat_member_ids: { agents: ['a'], agents_any: ['a'] } }),
    `${path}.filters.chat_member_ids must have one of agents, agents_any and agents_exclude`,
  ],
  [
    filtered('thread_closed', { chat_member_ids: {} }),
    `${path}.filters.chat_member_ids must have one of agents, agents_any and agents_exclude`,
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { none: { exists: true } } } }),
    `${path}.filters.chat_properties.test.none is not a configured property`,
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { int_property: { values: ['1'] } } } }),
    `${path}.filters.chat_properties.test.int_property.values[0] must be of type int`,
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { int_property: {} } } }),
    `${path}.filters.chat_properties.test.int_property must have one of exists, values and exclude_values`,
  ],
  [
    { webhooks: { ...webhooks, actions: [{ name: 'agent_deleted', additional_data: ['chat_properties'] }] } },
    `${path}.additional_data must be empty for agent_deleted`,
  ],
]

forEachStorage('limits of bots', (storage) => {
  const suite = useEngine(storage, {
    limits: { botsPerApp: 3, botsPerLicense: 4 },
    fixed: { limits: { botWebhooksBytes: 2_048 } },
  })

  test('create_bot_agent and update_bot_agent refuse invalid fields, and change nothing', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const id = textAt(await web.succeed(create, plain), 'bot_agent_id')
    for (const [input, detail] of wrong) {
      assert.deepEqual(
        await web.refuse(create, { ...plain, ...input }),
        validation(detail, { request: input }),
      )
      assert.deepEqual(await web.refuse(update, { id, ...input }), validation(detail, { request: input }))
    }
    for (const missing of ['name', 'status']) {
      const refused = await web.refuse(create, { ...plain, [missing]: undefined })
      assert.deepEqual(refused, validation(`payload.${missing} is required`))
    }
    assert.deepEqual(await web.succeed(list), { bot_agents: [{ id, ...plain }] })
  })

  test('the definition of the webhooks of a bot is refused when it has too many bytes or actions', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const action = { name: 'thread_closed', filters: { chat_member_ids: { agents: ['x'.repeat(200)] } } }
    const actions = (count: number) => ({
      ...plain,
      webhooks: { ...webhooks, actions: Array(count).fill(action) },
    })
    await web.succeed(create, actions(5))
    const long = validation('payload.webhooks is larger than 2048 bytes as JSON')
    assert.deepEqual(await web.refuse(create, actions(20)), long)
    const many = validation('payload.webhooks.actions must have at most 50 items')
    assert.deepEqual(await web.refuse(create, actions(51)), many)
  })

  test('the number of bots is limited per app and per license', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const { licenseId, clientId, engine } = world
    const host = (app: string) => engine.parley.as({ agentId: ada.id, clientId: app })
    const bot = { name: 'Botty', status: 'offline' } as const
    const made = await Promise.all([0, 1, 2].map(() => host(clientId).createBotAgent(bot)))
    const web = ada.configuration()
    assert.deepEqual(await web.refuse(create, plain), validation('an application can have at most 3 bots'))
    const other = await engine.parley.admin.apps.create({
      ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [], scopes: [] },
    })
    await host(other.clientId).createBotAgent(bot)
    await assert.rejects(host(other.clientId).createBotAgent(bot), { type: 'validation' })
    for (const { bot_agent_id } of made) await web.succeed('agents/remove_bot_agent', { bot_agent_id })
    await host(other.clientId).createBotAgent(bot)
    await web.succeed(create, plain)
  })

  test('the limit of bots per app applies to bots that are created at the same time', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    const answers = await Promise.all(Array.from({ length: 6 }, () => web.post(create, plain)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 400, 400, 400])
  })
})
