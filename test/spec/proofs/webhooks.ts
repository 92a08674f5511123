import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import { exchange } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'
import { uuid } from '../checks.js'
import { withAt } from '../paths.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const register = 'webhooks/register_webhook'
const list = 'webhooks/get_webhooks_config'
const unregister = 'webhooks/unregister_webhook'

const plain = { url: 'https://hooks.example/', action: 'thread_closed', secret_key: 'secret' } as const
const filters = {
  chat_properties: { test: { int_property: { values: [1, 2] } } },
  event_properties: {
    test: { bool_property: { exists: true }, string_property: { exclude_values: ['a'] } },
  },
  chat_member_ids: { agents: ['ada@example.com'] },
  author_type: 'agent',
}
const full = {
  ...{ ...plain, action: 'incoming_event', description: 'What it is for', filters },
  additional_data: ['chat_properties'],
}

const idOf = (answer: unknown) => textAt(answer, 'webhook_id')

async function takes(person: Person, webhook: object, version?: string): Promise<boolean> {
  const { status, body } = await person.configuration(version).post(register, webhook)
  if (status !== 200) assert.equal(at(body, 'error.type'), 'validation')
  return status === 200
}

proving('webhooks over the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    return { world, agent, web: agent.configuration() }
  }

  verifies(
    [
      'configuration.register_webhook',
      'configuration.get_webhooks_config',
      'configuration.unregister_webhook',
      'webhook.webhook_id',
      'decisions.1.2.webhook_id',
      'decisions.15.get_webhooks_config',
    ],
    'webhooks are registered, shown and unregistered',
    async () => {
      const { web } = await setUp()
      const webhook_id = idOf(await web.succeed(register, full))
      assert.ok(uuid.holds(webhook_id))
      assert.deepEqual(await web.succeed(list, {}), { webhooks_config: [{ webhook_id, ...full }] })
      assert.deepEqual(await web.succeed(unregister, { webhook_id }), {})
      assert.deepEqual(await web.succeed(list), { webhooks_config: [] })
      assert.equal(at(await web.refuse(unregister, { webhook_id }), 'type'), 'validation')
    },
  )

  const wrong: readonly (readonly [path: string, wrong: readonly unknown[], isRequired: boolean])[] = [
    ['url', [1, null, 'ftp://hooks.example/', `https://hooks.example/${'x'.repeat(2_048)}`], true],
    ['description', [1], false],
    ['action', [1, 'customer_updated', 'incoming_sneak_peek'], true],
    ['secret_key', [1, '', 'whsec_secret'], true],
    ['filters', [1, []], false],
    ['additional_data', ['chat_properties', ['events']], false],
    ['filters.chat_properties', [1, { test: 1 }, { none: { x: { exists: true } } }], false],
    ['filters.event_properties', [1, { test: { none: { exists: true } } }], false],
    ['filters.chat_properties.test.int_property.values', [1, ['1'], [true], [1.5]], true],
    ['filters.event_properties.test.bool_property.exists', [1, 'true'], true],
    ['filters.event_properties.test.string_property.exclude_values', ['a', [1]], true],
    ['filters.event_properties.test.bool_property', [{ exists: true, values: [true] }, {}], false],
    ['filters.chat_member_ids', [[], {}, { agents: ['a'], agents_any: ['a'] }, { customers: [] }], false],
    ['filters.chat_member_ids.agents', ['a', [1], ['']], true],
    ['filters.author_type', ['system', 1], false],
  ]

  verifies(
    [
      'webhook.url',
      'webhook.description',
      'webhook.action',
      'webhook.secret_key',
      'webhook.filters',
      'webhook.additional_data',
      'webhook.filters.chat_properties',
      'webhook.filters.event_properties',
      'webhook.filters.filter_type',
      'webhook.filters.exists',
      'webhook.filters.values',
      'webhook.filters.exclude_values',
      'webhook.filters.chat_member_ids',
      'webhook.filters.author_type',
      'decisions.11.whsec',
      'decisions.13.webhook_url',
    ],
    'webhooks accept each field, require some, and refuse values of another kind',
    async () => {
      const { agent, web } = await setUp()
      for (const [path, values, isRequired] of wrong) {
        for (const value of values) {
          const given = withAt(full, path, value)
          assert.equal(await takes(agent, given), false, `${path} ${JSON.stringify(value)}`)
        }
        // Clients choose the names of properties, so `null` there is not an absent field (decisions §15).
        for (const absent of path.endsWith('.bool_property') ? [undefined] : [undefined, null]) {
          assert.equal(await takes(agent, withAt(full, path, absent)), !isRequired, `${path} ${absent}`)
        }
      }
      for (const key of ['agents', 'agents_any', 'agents_exclude']) {
        const chat_member_ids = { [key]: ['ada@example.com'] }
        const webhook = { ...plain, filters: { chat_member_ids } }
        const webhook_id = idOf(await web.succeed(register, webhook))
        const shown = listAt(await web.succeed(list), 'webhooks_config')
        assert.deepEqual(shown.at(-1), { webhook_id, ...webhook })
      }
    },
  )

  verifies(
    'webhook.filters.thread_properties',
    'webhooks are filtered by properties of the thread, which are checked against their types',
    async () => {
      const { agent, web } = await setUp()
      const inputWith = (filter: object) => {
        return { ...plain, filters: { thread_properties: { test: { tokenized_string_property: filter } } } }
      }
      const webhook_id = idOf(await web.succeed(register, inputWith({ values: ['two words'] })))
      assert.deepEqual(await web.succeed(list), {
        webhooks_config: [{ webhook_id, ...inputWith({ values: ['two words'] }) }],
      })
      assert.equal(await takes(agent, inputWith({ values: [2] })), false)
    },
  )

  const newerFilters = ['chat_member_ids', 'author_type']
  const chat = ['chat_properties', 'chat_member_ids']
  const available = {
    incoming_chat_thread: [...chat, 'thread_properties'],
    incoming_event: [...chat, 'event_properties', 'author_type'],
    incoming_rich_message_postback: [...chat, 'event_properties'],
    last_seen_timestamp_updated: chat,
    thread_closed: [...chat, 'thread_properties'],
    chat_scopes_updated: chat,
    chat_properties_updated: chat,
    chat_thread_properties_updated: chat,
    chat_users_updated: chat,
    agent_status_changed: ['chat_member_ids'],
    agent_deleted: ['chat_member_ids'],
  }
  const newerActions = ['incoming_rich_message_postback', 'agent_status_changed', 'agent_deleted']
  const property = { test: { int_property: { exists: true } } }
  const samples = {
    ...{ chat_properties: property, thread_properties: property, event_properties: property },
    ...{ chat_member_ids: { agents_any: ['a'] }, author_type: 'agent' },
  }

  verifies(
    [
      'webhook.actions.incoming_chat_thread',
      'webhook.actions.incoming_event',
      'webhook.actions.incoming_rich_message_postback',
      'webhook.actions.last_seen_timestamp_updated',
      'webhook.actions.thread_closed',
      'webhook.actions.chat_scopes_updated',
      'webhook.actions.chat_properties_updated',
      'webhook.actions.chat_thread_properties_updated',
      'webhook.actions.chat_users_updated',
      'webhook.actions.agent_status_changed',
      'webhook.actions.agent_deleted',
      'webhook.actions.additional_data',
      'decisions.8.wrong_filter',
    ],
    'webhooks are registered for each action with the filters and data that it has, and no others',
    async () => {
      for (const [action, names] of Object.entries(available)) {
        const { agent, web } = await setUp()
        for (const [name, value] of Object.entries(samples)) {
          const given = { ...plain, action, filters: { [name]: value } }
          assert.equal(await takes(agent, given), names.includes(name), `${action} ${name}`)
          if (names.includes(name)) continue
          assert.match(textAt(await web.refuse(register, given), 'message'), new RegExp(`filters\\.${name}`))
        }
        const hasChat = !['agent_status_changed', 'agent_deleted'].includes(action)
        const withData = { ...plain, action, additional_data: ['chat_properties'] }
        assert.equal(await takes(agent, withData), hasChat, action)
        if (!hasChat)
          assert.match(textAt(await web.refuse(register, withData), 'message'), /payload\.additional_data/)
      }
    },
  )

  verifies(
    ['webhook.older.actions', 'webhook.older.filters', 'decisions.15.older_incoming_event'],
    'webhooks are registered in the older variant for fewer actions, with fewer filters',
    async () => {
      for (const [action, names] of Object.entries(available)) {
        const { agent } = await setUp()
        const isOlder = !newerActions.includes(action)
        assert.equal(await takes(agent, { ...plain, action }, 'v0.3'), isOlder, action)
        for (const [name, value] of Object.entries(samples)) {
          const given = { ...plain, action, filters: { [name]: value } }
          const isTaken = isOlder && names.includes(name) && !newerFilters.includes(name)
          assert.equal(await takes(agent, given, 'v0.3'), isTaken, `${action} ${name}`)
        }
      }
    },
  )

  verifies(
    ['webhook.older.additional_data', 'decisions.8.1.webhooks'],
    'webhooks have the version in the address, or else the newest one',
    async () => {
      const { agent } = await setUp()
      const ask = async (action: string, payload: object) => {
        const { body } = await exchange(`${suite.engine.origin}/configuration/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${agent.token}` },
          body: JSON.stringify(payload),
        })
        return body
      }
      const webhook_id = idOf(await ask(register, full))
      const newer = { webhooks_config: [{ webhook_id, ...full }] }
      assert.deepEqual(await ask(list, {}), newer)
      for (const version of ['v0.4', 'v0.5']) {
        assert.deepEqual(await agent.configuration(version).succeed(list), newer)
      }
      const { additional_data: _, ...older } = full
      const { chat_properties, event_properties } = filters
      assert.deepEqual(await agent.configuration('v0.3').succeed(list), {
        webhooks_config: [{ webhook_id, ...older, filters: { chat_properties, event_properties } }],
      })
      const withData = { ...plain, additional_data: ['chat_properties'] }
      assert.equal(await takes(agent, withData, 'v0.3'), false)
    },
  )

  verifies(
    'decisions.8.webhooks_per_app',
    'an app can have at most 50 webhooks, and a license 200',
    async () => {
      const { world, agent, web } = await setUp()
      const { admin } = suite.engine.parley
      const fill = async (clientId: string) => {
        const host = suite.engine.parley.as({ agentId: agent.id, clientId })
        for (let count = 0; count < 50; count += 1) await host.registerWebhook(plain)
        return host
      }
      const full = await fill(world.clientId)
      await assert.rejects(full.registerWebhook(plain), { type: 'validation' })
      const another = async () => {
        const { clientId } = await admin.apps.create({
          ...{ licenseId: world.licenseId, name: 'Other', type: 'server', visibility: 'private' },
          ...{ redirectUris: [], scopes: [] },
        })
        return clientId
      }
      for (let app = 0; app < 3; app += 1) await fill(await another())
      const last = suite.engine.parley.as({ agentId: agent.id, clientId: await another() })
      await assert.rejects(last.registerWebhook(plain), { type: 'validation' })
      assert.equal(listAt(await web.succeed(list), 'webhooks_config').length, 200)
    },
  )
})

proving('webhooks to addresses that are not public', (storage) => {
  const [strict, lenient] = [
    useEngine(storage),
    useEngine(storage, { webhooks: { allowPrivateTargets: true, deliveryCount: 0 } }),
  ]

  verifies(
    'decisions.11.url',
    'webhooks to addresses that are not public are registered when an option allows it',
    async () => {
      for (const suite of [strict, lenient]) {
        const agent = await (await suite.world()).agent('ada')
        for (const host of ['127.0.0.1', '10.0.0.1', '192.168.0.1', '169.254.0.1', '[::1]', '[fe80::1]']) {
          const webhook = { ...plain, url: `http://${host}/` }
          assert.equal(await takes(agent, webhook), suite === lenient, host)
        }
      }
    },
  )
})

proving('permissions for webhooks', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'configuration.register_webhook.permission.webhooks--my:write',
      'configuration.get_webhooks_config.permission.webhooks--my:read',
      'configuration.get_webhooks_config.permission.webhooks--all:read',
      'configuration.unregister_webhook.permission.webhooks--my:write',
      'configuration.unregister_webhook.permission.webhooks--all:write',
    ],
    'permissions for webhooks depend on scopes: to read and write those of the app, to read and to unregister all',
    async () => {
      const allowed: Readonly<Partial<Record<Scope, readonly string[]>>> = {
        'webhooks--my:write': ['register', 'unregister own'],
        'webhooks--all:write': ['unregister own', 'unregister other'],
        'webhooks--my:read': ['list 1'],
        'webhooks--all:read': ['list 2'],
      }
      for (const [scope, permitted] of Object.entries(allowed)) {
        const world = await suite.world()
        const boss = await world.agent('boss')
        const { clientId } = await suite.engine.parley.admin.apps.create({
          ...{ licenseId: world.licenseId, name: 'Other', type: 'server', visibility: 'private' },
          ...{ redirectUris: [], scopes: [] },
        })
        const host = suite.engine.parley.as({ agentId: boss.id, clientId })
        const { webhook_id: other } = await host.registerWebhook(plain)
        const own = idOf(await boss.configuration().succeed(register, plain))
        const scopes = (Object.keys(allowed) as Scope[]).filter((one) => one === scope)
        const web = (await world.agent('ada', { scopes })).configuration()
        const listed = await web.post(list, {})
        const done = listed.status === 200 ? [`list ${listAt(listed.body, 'webhooks_config').length}`] : []
        for (const [what, action, payload] of [
          ['register', register, plain],
          ['unregister own', unregister, { webhook_id: own }],
          ['unregister other', unregister, { webhook_id: other }],
        ] as const) {
          const { status } = await web.post(action, payload)
          if (status === 200) done.push(what)
          else assert.equal(status, 403, `${what} with ${scope}`)
        }
        assert.deepEqual(done, permitted, scope)
      }
    },
  )
})
