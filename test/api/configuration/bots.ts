import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person } from '../../support/world.js'

const create = 'agents/create_bot_agent'
const update = 'agents/update_bot_agent'
const remove = 'agents/remove_bot_agent'
const list = 'agents/get_bot_agents'
const details = 'agents/get_bot_agent_details'

const plain = { name: 'Botty', status: 'offline' }
const older = {
  url: 'https://bot.example/hooks',
  secret_key: 'secret "ключ"',
  actions: [
    { name: 'incoming_chat_thread' },
    {
      name: 'thread_closed',
      filters: {
        chat_properties: { test: { string_property: { values: ['a', 'b'] } } },
        thread_properties: { test: { bool_property: { exists: true } } },
      },
    },
  ],
}
const newerActions = [
  {
    name: 'incoming_event',
    filters: {
      chat_properties: { test: { int_property: { exclude_values: [1] } } },
      event_properties: { test: { tokenized_string_property: { values: ['two words'] } } },
      chat_member_ids: { agents_any: ['ada@example.com'] },
      author_type: 'customer',
    },
    additional_data: ['chat_properties'],
  },
  { name: 'agent_deleted', filters: { chat_member_ids: { agents_exclude: [] } } },
]
const newer = { ...older, actions: [...older.actions, ...newerActions] }

/** Returns the same agent with a token of another app. */
async function byOtherApp({ world, id }: Person): Promise<Person> {
  const { licenseId, engine } = world
  const { clientId } = await engine.parley.admin.apps.create({
    ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [] },
    scopes: ['agents-bot--my:read', 'agents-bot--my:write'],
  })
  const { accessToken } = await engine.parley.admin.tokens.createForAgent({
    licenseId,
    clientId,
    agentId: id,
  })
  return new Person(world, 'agent', id, accessToken)
}

forEachStorage('bots over the Configuration API', (storage) => {
  const suite = useEngine(storage)

  for (const [version, webhooks] of [
    ['v0.3', older],
    ['v0.4', newer],
    ['v0.5', newer],
  ] as const) {
    test(`a bot is shown as it was created, in ${version}`, async () => {
      const world = await suite.world()
      const web = (await world.agent('ada')).configuration(version)
      assert.deepEqual(await web.succeed(list), { bot_agents: [] })
      const given = {
        ...{ name: 'Botty', avatar: 'https://bot.example/a.png', status: 'not accepting chats' },
        ...{ max_chats_count: 3, groups: [{ id: 0, priority: 'first' }], webhooks },
      }
      const id = textAt(await web.succeed(create, given), 'bot_agent_id')
      assert.match(id, /^[0-9a-f]{32}$/)
      const bot_agent = { id, application: { client_id: world.clientId }, ...given }
      assert.deepEqual(await web.succeed(details, { bot_agent_id: id.toUpperCase() }), { bot_agent })
      const { name, avatar, status } = given
      assert.deepEqual(await web.succeed(list), { bot_agents: [{ id, name, avatar, status }] })
    })
  }

  test('a bot has by default 6 chats at most, group 0, and no other optional fields', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    const id = textAt(await web.succeed(create, plain), 'bot_agent_id')
    assert.deepEqual(await web.succeed(details, { bot_agent_id: id }), {
      bot_agent: {
        ...{ id, ...plain, application: { client_id: world.clientId }, max_chats_count: 6 },
        groups: [{ id: 0, priority: 'normal' }],
      },
    })
  })

  test('v0.3 shows a bot without the fields that only newer versions have, and refuses them', async () => {
    const ada = await (await suite.world()).agent('ada')
    const bot_agent_id = textAt(
      await ada.configuration().succeed(create, { ...plain, webhooks: newer }),
      'bot_agent_id',
    )
    const shown = await ada.configuration('v0.3').succeed(details, { bot_agent_id })
    const { chat_member_ids: _, author_type: __, ...filters } = newerActions[0]?.filters ?? {}
    const incoming = { name: 'incoming_event', filters }
    assert.deepEqual(at(shown, 'bot_agent.webhooks'), { ...older, actions: [...older.actions, incoming] })
    const action = { name: 'incoming_event' }
    for (const unknown of [
      { name: 'agent_deleted' },
      { ...action, additional_data: 'chat_properties' },
      { ...action, filters: { chat_member_ids: 'ada@example.com' } },
      { ...action, filters: { author_type: 'customer' } },
    ]) {
      const webhooks = { ...older, actions: [unknown] }
      const refused = await ada.configuration('v0.3').refuse(create, { ...plain, webhooks })
      assert.equal(at(refused, 'type'), 'validation')
    }
  })

  test('update_bot_agent changes the given fields only', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const id = textAt(await web.succeed(create, { ...plain, webhooks: newer }), 'bot_agent_id')
    const shown = async () => Object(at(await web.succeed(details, { bot_agent_id: id }), 'bot_agent'))
    let expected = await shown()
    for (const change of [
      { name: 'Other' },
      { avatar: 'https://bot.example/b.png' },
      { status: 'not accepting chats' },
      { status: 'accepting chats' },
      { status: 'offline' },
      { max_chats_count: 0 },
      { groups: [{ id: 0, priority: 'last' }] },
      { webhooks: older },
      {},
    ]) {
      assert.deepEqual(await web.succeed(update, { id, ...change }), {})
      expected = { ...expected, ...change }
      assert.deepEqual(await shown(), expected)
    }
  })

  test('a removed bot is no longer shown', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const [first, second] = [await web.succeed(create, plain), await web.succeed(create, plain)]
    const bot_agent_id = textAt(first, 'bot_agent_id')
    assert.deepEqual(await web.succeed(remove, { bot_agent_id }), {})
    assert.equal(at(await web.succeed(list), 'bot_agents.0.id'), textAt(second, 'bot_agent_id'))
    const unknown = validation('payload.bot_agent_id does not match any bot')
    assert.deepEqual(await web.refuse(remove, { bot_agent_id }), unknown)
    assert.deepEqual(await web.refuse(details, { bot_agent_id }), unknown)
    const changed = await web.refuse(update, { id: bot_agent_id, name: 'x' })
    assert.deepEqual(changed, validation('payload.id does not match any bot'))
  })

  test('create_bot_agent creates one bot when it is repeated with one idempotency key', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const key = { idempotencyKey: 'once' }
    assert.deepEqual(await web.succeed(create, plain, key), await web.succeed(create, plain, key))
    assert.equal(listAt(await web.succeed(list), 'bot_agents').length, 1)
  })

  describe('bots of other owners', () => {
    test('bots of another app can be shown and removed with an --all scope, but not changed', async () => {
      const world = await suite.world()
      const boss = await world.agent('ada')
      const other = (await byOtherApp(boss)).configuration()
      const own = textAt(await boss.configuration().succeed(create, plain), 'bot_agent_id')
      const webhooks = { url: 'https://bot.example/', secret_key: 'of the other', actions: [] }
      const id = textAt(await other.succeed(create, { ...plain, webhooks }), 'bot_agent_id')
      const foreign = authorization('the bot belongs to another application')
      assert.deepEqual(await other.refuse(details, { bot_agent_id: own }), foreign)
      assert.deepEqual(await other.refuse(remove, { bot_agent_id: own }), foreign)
      assert.deepEqual(await boss.configuration().refuse(update, { id, name: 'x' }), foreign)
      const needed = authorization('all needs the scope agents-bot--all:read')
      assert.deepEqual(await other.refuse(list, { all: true }), needed)
      const web = boss.configuration()
      assert.equal(listAt(await web.succeed(list), 'bot_agents').length, 1)
      const ids = listAt(await web.succeed(list, { all: true }), 'bot_agents').map((bot) => textAt(bot, 'id'))
      assert.deepEqual(ids, [own, id].toSorted())
      const { secret_key, ...withoutSecret } = webhooks
      assert.deepEqual(
        at(await web.succeed(details, { bot_agent_id: id }), 'bot_agent.webhooks'),
        withoutSecret,
      )
      const shownToOwner = at(
        await other.succeed(details, { bot_agent_id: id }),
        'bot_agent.webhooks.secret_key',
      )
      assert.equal(shownToOwner, secret_key)
      await web.succeed(remove, { bot_agent_id: id })
      assert.deepEqual(await other.succeed(list), { bot_agents: [] })
    })

    test('bots of another license and human agents are answered as unknown bots', async () => {
      const world = await suite.world()
      const ada = await world.agent('ada')
      const stranger = await (await suite.world()).agent('eve')
      const id = textAt(await stranger.configuration().succeed(create, plain), 'bot_agent_id')
      const web = ada.configuration()
      for (const bot_agent_id of [id, ada.id, 'nobody']) {
        const unknown = validation('payload.bot_agent_id does not match any bot')
        assert.deepEqual(await web.refuse(details, { bot_agent_id }), unknown)
        assert.deepEqual(await web.refuse(remove, { bot_agent_id }), unknown)
        const change = { id: bot_agent_id, name: 'x' }
        assert.deepEqual(await web.refuse(update, change), validation('payload.id does not match any bot'))
      }
      assert.deepEqual(await web.succeed(list, { all: true }), { bot_agents: [] })
      assert.equal(at(await stranger.configuration().succeed(list), 'bot_agents.0.name'), 'Botty')
    })

    test('in process the host needs an app to create and list its bots, but not to list and remove all bots', async () => {
      const world = await suite.world()
      const { id: agentId } = await world.agent('ada')
      const { parley } = world.engine
      const host = parley.as({ agentId, clientId: world.clientId })
      const { bot_agent_id } = await host.createBotAgent({ name: 'Botty', status: 'accepting chats' })
      await host.updateBotAgent({ id: bot_agent_id, name: 'Other' })
      const noApp = parley.as({ agentId })
      const refused = { type: 'validation' }
      await assert.rejects(noApp.createBotAgent({ name: 'Botty', status: 'offline' }), refused)
      await assert.rejects(noApp.getBotAgents(), refused)
      const { bot_agents } = await noApp.getBotAgents({ all: true })
      assert.deepEqual(
        bot_agents.map(({ id, name, status }) => [id, name, status]),
        [[bot_agent_id, 'Other', 'accepting chats']],
      )
      assert.deepEqual(await noApp.removeBotAgent({ bot_agent_id }), {})
      assert.deepEqual(await host.getBotAgents(), { bot_agents: [] })
    })

    test('a bot cannot sign in, because the host can give it neither a password nor a token', async () => {
      const world = await suite.world()
      const { id: agentId } = await world.agent('ada')
      const { parley } = world.engine
      const { licenseId, clientId } = world
      const { bot_agent_id: id } = await parley
        .as({ agentId, clientId })
        .createBotAgent({ name: 'Botty', status: 'offline' })
      const refused = { type: 'validation' }
      await assert.rejects(parley.admin.agents.setPassword(id, 'long enough'), refused)
      await assert.rejects(parley.admin.tokens.createForAgent({ licenseId, clientId, agentId: id }), refused)
    })
  })
})
