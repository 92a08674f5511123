import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const register = 'webhooks/register_webhook'
const list = 'webhooks/get_webhooks_config'
const unregister = 'webhooks/unregister_webhook'
const plain = { url: 'https://hooks.example/in', action: 'thread_closed', secret_key: 'secret' } as const

const filtered = (action: string, filters: object) => ({ action, filters })
const onlyOne = 'payload.filters.chat_member_ids must have one of agents, agents_any and agents_exclude'
const notPublic = 'payload.url must be an address of the public internet'
const notEncoded = 'payload.secret_key must have 24 to 64 bytes as base64 after whsec_'

const wrong: readonly (readonly [given: object, detail: string])[] = [
  [{ url: undefined }, 'payload.url is required'],
  [{ url: 1 }, 'payload.url must be a string'],
  [{ url: '' }, 'payload.url must not be empty'],
  [{ url: `https://hooks.example/${'x'.repeat(2_027)}` }, 'payload.url must have at most 2048 characters'],
  ...['ftp://hooks.example/', 'hooks.example', 'http://', '//hooks.example/'].map(
    (url) => [{ url }, 'payload.url must be an address that begins with http:// or https://'] as const,
  ),
  ...['http:hooks.example', 'http:///hooks.example/', 'http:\\\\hooks.example/'].map(
    (url) => [{ url }, 'payload.url must be an address that begins with http:// or https://'] as const,
  ),
  [{ url: ' http://hooks.example/' }, 'payload.url must not contain blanks'],
  [{ url: 'https://hooks.\nexample/' }, 'payload.url must not contain blanks'],
  [{ url: 'https://me:word@hooks.example/' }, 'payload.url must name neither a user nor a password'],
  ...[
    '127.0.0.1',
    '0x7f.1',
    '10.0.0.1:8080',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '169.254.169.254',
    'localhost',
  ].map((host) => [{ url: `http://${host}/` }, notPublic] as const),
  [{ description: 1 }, 'payload.description must be a string'],
  [{ description: 'x'.repeat(513) }, 'payload.description must have at most 512 characters'],
  [{ secret_key: undefined }, 'payload.secret_key is required'],
  [{ secret_key: '' }, 'payload.secret_key must not be empty'],
  [{ secret_key: 'x'.repeat(513) }, 'payload.secret_key must have at most 512 characters'],
  [{ secret_key: 'whsec_c2hvcnQ=' }, notEncoded],
  [{ secret_key: `whsec_${'x'.repeat(31)}` }, notEncoded],
  [{ action: undefined }, 'payload.action is required'],
  [
    { filters: [] },
    'payload.filters must be an object with some of chat_properties, thread_properties, event_properties, chat_member_ids, author_type',
  ],
  [
    filtered('thread_closed', { chat_propertys: {} }),
    'payload.filters cannot have chat_propertys: its keys are chat_properties, thread_properties, event_properties, chat_member_ids, author_type',
  ],
  [
    filtered('thread_closed', { chat_member_ids: { agents: ['a'], customers: ['c'] } }),
    'payload.filters.chat_member_ids cannot have customers: its keys are agents, agents_any, agents_exclude',
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { int_property: { values: [1], exclude: [2] } } } }),
    'payload.filters.chat_properties.test.int_property cannot have exclude: its keys are exists, values, exclude_values',
  ],
  [
    filtered('thread_closed', { event_properties: {} }),
    'payload.filters.event_properties is not a filter of thread_closed',
  ],
  [
    filtered('incoming_event', { thread_properties: {} }),
    'payload.filters.thread_properties is not a filter of incoming_event',
  ],
  [
    filtered('agent_deleted', { chat_properties: {} }),
    'payload.filters.chat_properties is not a filter of agent_deleted',
  ],
  [
    filtered('incoming_chat_thread', { author_type: 'agent' }),
    'payload.filters.author_type is not a filter of incoming_chat_thread',
  ],
  [
    filtered('incoming_event', { author_type: 'system' }),
    'payload.filters.author_type must be one of customer, agent',
  ],
  [filtered('thread_closed', { chat_member_ids: {} }), onlyOne],
  [filtered('thread_closed', { chat_member_ids: { agents: ['a'], agents_exclude: [] } }), onlyOne],
  [
    filtered('thread_closed', { chat_member_ids: { agents: 'a' } }),
    'payload.filters.chat_member_ids.agents must be an array',
  ],
  [
    filtered('thread_closed', { chat_member_ids: { agents: Array(101).fill('a') } }),
    'payload.filters.chat_member_ids.agents must have at most 100 items',
  ],
  [
    filtered('thread_closed', { chat_properties: { none: { x: { exists: true } } } }),
    'payload.filters.chat_properties.none is not a configured namespace',
  ],
  [
    filtered('thread_closed', { thread_properties: { test: { none: { exists: true } } } }),
    'payload.filters.thread_properties.test.none is not a configured property',
  ],
  [
    filtered('incoming_event', { event_properties: { test: { int_property: { values: [1, 'x'] } } } }),
    'payload.filters.event_properties.test.int_property.values[1] must be of type int',
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { bool_property: { exclude_values: [0] } } } }),
    'payload.filters.chat_properties.test.bool_property.exclude_values[0] must be of type bool',
  ],
  [
    filtered('thread_closed', { chat_properties: { test: { bool_property: { exists: 1 } } } }),
    'payload.filters.chat_properties.test.bool_property.exists must be a boolean',
  ],
  [
    filtered('thread_closed', {
      chat_properties: { test: { int_property: { exists: true, values: [1] } } },
    }),
    'payload.filters.chat_properties.test.int_property must have one of exists, values and exclude_values',
  ],
  [
    { action: 'agent_status_changed', additional_data: ['chat_properties'] },
    'payload.additional_data must be empty for agent_status_changed',
  ],
]

forEachStorage('limits of webhooks', (storage) => {
  const limits = { webhooksPerApp: 3, webhooksPerLicense: 4 }
  const suite = useEngine(storage, { limits, fixed: { limits: { webhookBytes: 1_024 } } })
  const shown = async (person: Person) =>
    listAt(await person.configuration().succeed(list), 'webhooks_config')

  test('register_webhook refuses invalid fields by name, and registers nothing', async () => {
    const ada = await (await suite.world()).agent('ada')
    const web = ada.configuration()
    for (const [input, detail] of wrong) {
      assert.deepEqual(
        await web.refuse(register, { ...plain, ...input }),
        validation(detail, { request: input }),
      )
    }
    for (const input of [
      { action: 'customer_updated' },
      { action: 1 },
      { additional_data: ['events'] },
      { additional_data: 'chat_properties' },
    ]) {
      const refused = await web.refuse(register, { ...plain, ...input })
      assert.equal(at(refused, 'type'), 'validation', JSON.stringify(input))
    }
    for (const [input, detail] of [
      [{}, 'payload.webhook_id is required'],
      [{ webhook_id: 1 }, 'payload.webhook_id must be a string'],
      [{ webhook_id: '' }, 'payload.webhook_id must not be empty'],
    ] as const) {
      assert.deepEqual(await web.refuse(unregister, input), validation(detail))
    }
    assert.deepEqual(await shown(ada), [])
  })

  test('register_webhook accepts values at their limits', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    for (const input of [
      { secret_key: `whsec_${Buffer.alloc(24).toString('base64')}` },
      { secret_key: 'x'.repeat(512) },
      { url: 'http://93.184.216.34:8080/?a=1', description: '' },
    ]) {
      await web.succeed(register, { ...plain, ...input })
    }
  })

  test('register_webhook refuses a filter by a property that is not allowed there or that agents may not read', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    const access = { customer: { read: true, write: true } }
    await web.succeed('properties/create_properties', {
      hidden: { type: 'int', locations: { chat: { access } } },
    })
    const exists = { [world.clientId]: { hidden: { exists: true } } }
    const path = (location: string) => `payload.filters.${location}_properties.${world.clientId}.hidden`
    assert.deepEqual(
      await web.refuse(register, { ...plain, filters: { chat_properties: exists } }),
      authorization(`${path('chat')} may not be read`),
    )
    assert.deepEqual(
      await web.refuse(register, { ...plain, filters: { thread_properties: exists } }),
      validation(`${path('thread')} is not allowed on a thread`),
    )
  })

  test('a webhook has a maximum size in bytes', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const long = (length: number) => ({
      ...plain,
      filters: { chat_properties: { test: { string_property: { values: ['x'.repeat(length)] } } } },
    })
    await web.succeed(register, long(700))
    const refused = validation('payload would make a webhook larger than 1024 bytes as JSON')
    assert.deepEqual(await web.refuse(register, long(1_000)), refused)
  })

  test('the number of webhooks is limited per app and per license', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const { licenseId, clientId, engine } = world
    const host = (app: string) => engine.parley.as({ agentId: ada.id, clientId: app })
    const made = await Promise.all([0, 1, 2].map(() => host(clientId).registerWebhook(plain)))
    const web = ada.configuration()
    assert.deepEqual(
      await web.refuse(register, plain),
      validation('an application can have at most 3 webhooks'),
    )
    const other = await engine.parley.admin.apps.create({
      ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [], scopes: [] },
    })
    const last = await host(other.clientId).registerWebhook(plain)
    await assert.rejects(host(other.clientId).registerWebhook(plain), {
      message: 'Wrong format of request: a license can have at most 4 webhooks',
    })
    await web.succeed(unregister, { webhook_id: made[0]?.webhook_id })
    await host(other.clientId).registerWebhook(plain)
    await web.succeed(unregister, last)
    await web.succeed(register, plain)
    assert.equal((await shown(ada)).length, 4)
  })

  test('the limit of webhooks per app applies to webhooks that are registered at the same time', async () => {
    const ada = await (await suite.world()).agent('ada')
    const web = ada.configuration()
    const answers = await Promise.all(Array.from({ length: 6 }, () => web.post(register, plain)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 400, 400, 400])
    const ids = (await shown(ada)).map((webhook) => textAt(webhook, 'webhook_id'))
    assert.equal(new Set(ids).size, 3)
  })
})

forEachStorage('webhooks to private addresses', (storage) => {
  for (const options of [
    { webhooks: { allowPrivateTargets: true, deliveryCount: 0 } },
    { webhooks: { allowedTargets: ['localhost', '10.0.0.0/8', '::1'] } },
  ] as const) {
    const suite = useEngine(storage, options)

    test(`webhooks and bots to private addresses are accepted with ${Object.keys(options.webhooks)[0]}`, async () => {
      const web = (await (await suite.world()).agent('ada')).configuration()
      for (const url of ['http://localhost:8080/', 'http://10.1.2.3/', 'http://[::1]/']) {
        await web.succeed(register, { ...plain, url })
        const webhooks = { url, secret_key: 'secret', actions: [] }
        await web.succeed('agents/create_bot_agent', { name: 'Botty', status: 'offline', webhooks })
      }
      const { status } = await web.post(register, { ...plain, url: 'http://127.0.0.1/' })
      assert.equal(status, 'allowPrivateTargets' in options.webhooks ? 200 : 400)
    })
  }
})
