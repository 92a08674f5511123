import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { exchange } from '../../support/web-client.js'
import { Person } from '../../support/world.js'
import { withAt } from '../paths.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const all = { read: true, write: true }
const create = 'properties/create_properties'
const list = 'properties/get_property_configs'
const locations = { chat: { access: { agent: all, customer: { read: true, write: false } } } }
const color = { type: 'string', description: 'Of the shoes', locations, domain: ['red', 'blue'] }
const size = { type: 'int', locations, range: { from: 1, to: 3 } }

proving('properties over the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const agent = await world.agent('ada')
    return { world, agent, web: agent.configuration() }
  }

  verifies(
    [
      'configuration.create_properties',
      'configuration.endpoints.empty',
      'configuration.property.name',
      'configuration.property.namespace',
      'configuration.get_property_configs',
      'decisions.8.2.client_id',
    ],
    'properties are created and shown under the id of the app, each as it was created',
    async () => {
      const { world, web } = await setUp()
      assert.deepEqual(await web.succeed(create, { color, size }), {})
      assert.deepEqual(await web.succeed(list), { [world.clientId]: { color, size } })
    },
  )

  const wrong: readonly (readonly [path: string, wrong: readonly unknown[], isRequired: boolean])[] = [
    ['type', [1, 'float', null], true],
    ['description', [1], false],
    ['locations', [[], {}, { place: locations.chat }], true],
    ['locations.chat.access', [{}, { bot: all }, 'all'], true],
    ['locations.chat.access.agent.read', ['yes'], true],
    ['locations.chat.access.agent.write', ['yes'], true],
    ['domain', ['red', [], [1], [true]], false],
  ]

  verifies(
    [
      'configuration.property.type',
      'configuration.property.description',
      'configuration.property.locations',
      'configuration.property.locations.access',
      'configuration.property.locations.access.read',
      'configuration.property.locations.access.write',
      'configuration.property.domain',
    ],
    'properties accept each field, require some, and refuse values of another kind',
    async () => {
      const { web } = await setUp()
      for (const [path, values, isRequired] of wrong) {
        for (const value of values) {
          const error = await web.refuse(create, { color: withAt(color, path, value) })
          assert.equal(at(error, 'type'), 'validation', `${path} ${JSON.stringify(value)}`)
          assert.ok(String(at(error, 'message')).includes(`payload.color.${path.split('.')[0]}`), path)
        }
        const without = { color: withAt(color, path, undefined) }
        if (isRequired) assert.equal(at(await web.refuse(create, without), 'type'), 'validation', path)
        else await web.succeed(create, without)
      }
      for (const type of ['int', 'string', 'bool', 'tokenized_string']) {
        await web.succeed(create, { [`of_${type}`]: { type, locations } })
      }
      for (const place of ['chat', 'thread', 'event']) {
        for (const user of ['agent', 'customer']) {
          const there = { [place]: { access: { [user]: all } } }
          await web.succeed(create, { [`${place}_${user}`]: { type: 'bool', locations: there } })
        }
      }
    },
  )

  verifies(
    ['configuration.property.range', 'configuration.property.domain_or_range'],
    'properties have a range of integers, both ends included, or a domain, but not both',
    async () => {
      const { world, agent, web } = await setUp()
      await web.succeed(create, { size })
      for (const [value, isAllowed] of [
        [0, false],
        [1, true],
        [3, true],
        [4, false],
      ] as const) {
        const chat = { properties: { [world.clientId]: { size: value } } }
        assert.equal((await agent.web().post('start_chat', { chat })).status, isAllowed ? 200 : 400)
      }
      for (const range of [{}, { from: 1.5 }, { to: '3' }, { from: 3, to: 1 }, 'all']) {
        assert.equal(at(await web.refuse(create, { size: { ...size, range } }), 'type'), 'validation')
      }
      assert.equal(at(await web.refuse(create, { size: { ...size, domain: [1] } }), 'type'), 'validation')
      assert.equal(
        at(await web.refuse(create, { x: { ...color, range: { from: 1 } } }), 'type'),
        'validation',
      )
    },
  )

  verifies(
    [
      'configuration.takes_effect',
      'decisions.8.6.immediate',
      'configuration.property.locations.access.write',
    ],
    'properties apply immediately to users who may write them and to others',
    async () => {
      const { world, agent, web } = await setUp()
      const customer = await world.customer()
      const { chatId: chat_id } = await startChat(customer)
      const properties = { [world.clientId]: { color: 'red' } }
      const update = { chat_id, properties }
      assert.equal(at(await agent.web().refuse('update_chat_properties', update), 'type'), 'validation')
      await web.succeed(create, { color })
      await agent.web().succeed('update_chat_properties', update)
      assert.equal(at(await customer.web().refuse('update_chat_properties', update), 'type'), 'authorization')
      const { chats_summary } = Object(await customer.web().succeed('get_chats_summary'))
      assert.deepEqual(at(chats_summary, '0.properties'), { [world.clientId]: { color: { value: 'red' } } })
    },
  )

  verifies(
    ['decisions.8.3.create_again', 'decisions.8.11.together'],
    'properties can be created again with the same type, and all of a request are created or none',
    async () => {
      const { world, web } = await setUp()
      await web.succeed(create, { color })
      await web.succeed(create, { color: { ...color, domain: ['green'] } })
      const { domain: _, ...untyped } = color
      const other = { size, color: { ...untyped, type: 'bool' } }
      assert.equal(at(await web.refuse(create, other), 'type'), 'validation')
      assert.deepEqual(await web.succeed(list), {
        [world.clientId]: { color: { ...color, domain: ['green'] } },
      })
    },
  )

  verifies(
    ['decisions.13.properties_per_namespace', 'decisions.13.definition_bytes'],
    'a namespace can have at most 100 properties of 4 KiB each',
    async () => {
      const { web } = await setUp()
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, size]))
      assert.equal(at(await web.refuse(create, many(101)), 'type'), 'validation')
      await web.succeed(create, many(100))
      const other = (await (await suite.world()).agent('bob')).configuration()
      const long = (length: number) => ({ long: { type: 'string', locations, domain: ['x'.repeat(length)] } })
      await other.succeed(create, long(3_900))
      assert.equal(at(await other.refuse(create, long(4_050)), 'type'), 'validation')
    },
  )

  verifies(
    'decisions.8.11.in_process',
    'in process, properties belong to the app that the host names',
    async () => {
      const { world, agent, web } = await setUp()
      const { parley } = suite.engine
      const host = parley.as({ agentId: agent.id, clientId: world.clientId })
      await host.createProperties({ size: { type: 'int', locations, range: { from: 1, to: 3 } } })
      assert.deepEqual(await web.succeed(list), { [world.clientId]: { size } })
      const noApp = parley.as({ agentId: agent.id })
      await assert.rejects(noApp.createProperties({ x: { type: 'int', locations } }), { type: 'validation' })
    },
  )
})

proving('permissions of the Configuration API', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'configuration.create_properties.permission.properties--my:write',
      'configuration.get_property_configs.permission.properties--my:read',
      'configuration.get_property_configs.permission.properties--all:read',
      'configuration.get_property_configs.request.all',
      'configuration.ownership',
    ],
    'permissions of the Configuration API depend on scopes: to write, to read those of the app, and to read all',
    async () => {
      const world = await suite.world()
      const { licenseId, engine } = world
      const { id: agentId } = await world.agent('ada')
      const app = await engine.parley.admin.apps.create({
        ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [] },
        scopes: ['properties--my:write'],
      })
      const issued = { licenseId, clientId: app.clientId, agentId }
      const { accessToken } = await engine.parley.admin.tokens.createForAgent(issued)
      await new Person(world, 'agent', agentId, accessToken).configuration().succeed(create, { size })
      const scopes = ['properties--my:write', 'properties--my:read', 'properties--all:read'] as const
      for (const scope of scopes) {
        const web = (await world.agent(scope.replaceAll(/\W/g, ''), { scopes: [scope] })).configuration()
        const status = async (action: string, payload: object) => (await web.post(action, payload)).status
        assert.equal(await status(create, { color }), scope === 'properties--my:write' ? 200 : 403)
        assert.equal(await status(list, {}), scope === 'properties--my:write' ? 403 : 200)
        assert.equal(await status(list, { all: true }), scope === 'properties--all:read' ? 200 : 403)
        if (scope === 'properties--my:read')
          assert.deepEqual(await web.succeed(list, { all: false }), { [world.clientId]: { color } })
        if (scope !== 'properties--all:read') continue
        const { test: builtIn, ...rest } = Object(await web.succeed(list, { all: true }))
        assert.deepEqual(rest, { [world.clientId]: { color }, [app.clientId]: { size } })
        assert.equal(at(builtIn, 'int_property.type'), 'int')
        assert.equal(at(await web.refuse(list, { all: 'yes' }), 'type'), 'validation')
      }
    },
  )
})

proving('the protocol of the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const ask = async (path: string, token: string | undefined, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return exchange(`${suite.engine.origin}/configuration/${path}`, { method: 'POST', headers, ...init })
  }

  verifies(
    [
      'configuration.endpoints.json',
      'configuration.authentication',
      'configuration.version.path',
      'configuration.version.omitted',
      'configuration.version.older',
      'decisions.8.1.empty_body',
    ],
    'the Configuration API takes a POST of a JSON object with a token, in the named version or the latest',
    async () => {
      const world = await suite.world()
      const { token } = await world.agent('ada')
      const created = await ask(`v0.5/${create}`, token, { body: JSON.stringify({ size }) })
      assert.deepEqual([created.status, created.body], [200, {}])
      for (const path of [`v0.4/${list}`, `v0.5/${list}`, list]) {
        const { status, body } = await ask(path, token)
        assert.deepEqual([status, body], [200, { [world.clientId]: { size } }], path)
      }
      assert.equal((await ask(`v0.3/${list}`, token)).status, 400)
      assert.equal(at((await ask(`v0.2/${list}`, token)).body, 'error.type'), 'unsupported_version')
      assert.equal((await ask(`v0.5/${list}`, undefined)).status, 401)
      assert.equal((await ask(`v0.5/${list}`, (await world.customer()).token)).status, 401)
      assert.equal((await ask(`v0.5/${list}`, token, { body: '[]' })).status, 400)
      assert.equal((await ask(`v0.5/${list}`, token, { method: 'PUT' })).status, 405)
    },
  )
})
