import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'
import { Person, type World } from '../../support/world.js'

const all = { read: true, write: true }
const readOnly = { read: true, write: false }
const create = 'properties/create_properties'
const list = 'properties/get_property_configs'

const rating = {
  type: 'int',
  description: 'How content the customer was',
  locations: { thread: { access: { agent: readOnly, customer: all } } },
  range: { from: 1, to: 5 },
}
const color = { type: 'string', locations: { event: { access: { agent: all } } }, domain: ['red', 'blue'] }
const open = { chat: { access: { agent: all, customer: all } }, event: { access: { customer: all } } }

/** Returns the same agent with a token of another app. */
async function byOtherApp({ world, id }: Person): Promise<{ person: Person; clientId: string }> {
  const { licenseId, engine } = world
  const { clientId } = await engine.parley.admin.apps.create({
    ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [] },
    scopes: ['properties--my:read', 'properties--my:write', 'properties--all:read'],
  })
  const { accessToken } = await engine.parley.admin.tokens.createForAgent({
    licenseId,
    clientId,
    agentId: id,
  })
  return { person: new Person(world, 'agent', id, accessToken), clientId }
}

forEachStorage('properties over the Configuration API', (storage) => {
  const suite = useEngine(storage)

  for (const version of ['v0.4', 'v0.5']) {
    test(`properties are shown as they were created, under the client_id of the app, in ${version}`, async () => {
      const world = await suite.world()
      const web = (await world.agent('ada')).configuration(version)
      assert.deepEqual(await web.succeed(list), {})
      const created = {
        rating,
        color,
        paid: { type: 'bool', locations: open },
        tags: { type: 'tokenized_string', locations: open },
        low: { type: 'int', locations: open, range: { from: -2_147_483_648 } },
        high: { type: 'int', locations: open, range: { to: 2_147_483_647 } },
        one: { type: 'int', locations: open, domain: [1, -7] },
        flag: { type: 'bool', locations: open, domain: [true] },
        '漢字 "a"\n': { type: 'string', description: '', locations: open },
      }
      assert.deepEqual(await web.succeed(create, created), {})
      assert.deepEqual(await web.succeed(list), { [world.clientId]: created })
      assert.deepEqual(await web.succeed(list, { all: false }), { [world.clientId]: created })
    })
  }

  test('get_property_configs with all lists the properties of every app, of the host, and the built-in ones', async () => {
    const world = await suite.world()
    const own = await world.agent('ada')
    const { person: other, clientId } = await byOtherApp(own)
    await own.configuration().succeed(create, { rating })
    await other.configuration().succeed(create, { color })
    await world.engine.parley.admin.properties.createOrReplace({
      ...{ licenseId: world.licenseId, namespace: 'shop', name: 'size', type: 'int' },
      locations: { chat: { agent: readOnly } },
    })
    const stranger = await (await suite.world()).agent('eve')
    await stranger.configuration().succeed(create, { size: color })
    const { test: builtIn, ...others } = Object(await own.configuration().succeed(list, { all: true }))
    assert.deepEqual(others, {
      [world.clientId]: { rating },
      [clientId]: { color },
      shop: { size: { type: 'int', locations: { chat: { access: { agent: readOnly } } } } },
    })
    assert.deepEqual(Object.keys(builtIn).toSorted(), [
      ...['bool_property', 'int_property', 'string_property', 'tokenized_string_property'],
    ])
    const everywhere = { access: { agent: all, customer: all } }
    assert.deepEqual(builtIn.int_property, {
      type: 'int',
      locations: { chat: everywhere, thread: everywhere, event: everywhere },
    })
    assert.deepEqual(await own.configuration().succeed(list), { [world.clientId]: { rating } })
    assert.deepEqual(await other.configuration().succeed(list), { [clientId]: { color } })
  })

  test('a new property immediately applies to writes and reads', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const [phone, desk] = [await customer.connect(), await agent.connect()]
    const { chatId } = await startChat(customer)
    const event = { type: 'message', text: 'Red', properties: { [world.clientId]: { mood: 'good' } } }
    assert.equal((await phone.call('send_event', { chat_id: chatId, event })).success, false)
    const locations = { event: { access: { agent: readOnly, customer: { read: false, write: true } } } }
    await agent.configuration().succeed(create, { mood: { type: 'string', locations } })
    assert.equal((await phone.call('send_event', { chat_id: chatId, event })).success, true)
    const shown = at(await desk.push('incoming_event'), 'event.properties')
    assert.deepEqual(shown, { [world.clientId]: { mood: { value: 'good' } } })
    const refused = await desk.call('send_event', { chat_id: chatId, event })
    assert.equal(at(refused, 'payload.error.type'), 'authorization')
  })

  test('create_properties replaces a property but not its type, and leaves other properties unchanged', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    await web.succeed(create, { color, rating })
    const { description: _, range: __, ...plain } = rating
    await web.succeed(create, { rating: { ...plain, domain: [3] } })
    const expected = { [world.clientId]: { color, rating: { ...plain, domain: [3] } } }
    assert.deepEqual(await web.succeed(list), expected)
    const other = { type: 'bool', locations: open }
    assert.deepEqual(
      await web.refuse(create, { fresh: other, rating: other }),
      validation('payload.rating.type must stay int: the property exists'),
    )
    assert.deepEqual(await web.succeed(list), expected)
  })

  test('create_properties applies once when it is repeated with one idempotency key', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    const key = { idempotencyKey: 'once' }
    await web.succeed(create, { color }, key)
    await web.succeed(create, { color: { ...color, domain: ['green'] } })
    assert.deepEqual(await web.succeed(create, { color }, key), {})
    assert.deepEqual(at(await web.succeed(list), `${world.clientId}.color.domain`), ['green'])
    assert.equal(at(await web.refuse(create, { rating }, key), 'type'), 'validation')
  })

  describe('scopes for properties', () => {
    const granted = async (
      world: World,
      scopes: readonly ('properties--my:read' | 'properties--my:write')[],
    ) => (await world.agent('bob', { scopes })).configuration()

    test('create_properties needs the scope properties--my:write', async () => {
      const web = await granted(await suite.world(), ['properties--my:read'])
      const detail = 'one of the scopes properties--my:write is needed'
      assert.deepEqual(await web.refuse(create, { color }), authorization(detail))
      assert.deepEqual(await web.succeed(list), {})
    })

    test('get_property_configs with all needs the scope properties--all:read', async () => {
      const web = await granted(await suite.world(), ['properties--my:read'])
      assert.deepEqual(
        await web.refuse(list, { all: true }),
        authorization('all needs the scope properties--all:read'),
      )
      const writing = await granted(await suite.world(), ['properties--my:write'])
      assert.equal(at(await writing.refuse(list), 'type'), 'authorization')
    })
  })

  describe('properties in process', () => {
    test('createProperties writes properties of the app that the host names', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const { parley } = suite.engine
      const host = parley.as({ agentId: agent.id, clientId: world.clientId })
      const config = { ...color, type: 'string' } as const
      assert.deepEqual(await host.createProperties({ color: config }), {})
      assert.deepEqual(await host.getPropertyConfigs(), { [world.clientId]: { color } })
      assert.deepEqual(await agent.configuration().succeed(list), { [world.clientId]: { color } })
    })

    test('without an app createProperties is refused, and getPropertyConfigs only works with all', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const host = suite.engine.parley.as({ agentId: agent.id })
      const needed = { type: 'validation', message: /in process an app must be named/ }
      await assert.rejects(host.createProperties({ color: { type: 'bool', locations: open } }), needed)
      await assert.rejects(host.getPropertyConfigs(), needed)
      assert.deepEqual(Object.keys(await host.getPropertyConfigs({ all: true })), ['test'])
    })

    test('getPropertyConfigs refuses an app that the agents of the license cannot use', async () => {
      const world = await suite.world()
      const { id: agentId } = await world.agent('ada')
      const { clientId } = await suite.world()
      for (const strange of [clientId, 'none']) {
        const host = suite.engine.parley.as({ agentId, clientId: strange })
        await assert.rejects(host.getPropertyConfigs(), { type: 'authentication' })
      }
    })
  })
})

forEachStorage('a property that an app creates on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0.5, lost: 0 })

  test('a property applies on this node after its fact arrived', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const agent = await world.agent('ada')
    const desk = await agent.on(there).connect()
    const { chatId } = await startChat(await world.customer())
    const event = { type: 'message', text: 'Red', properties: { [world.clientId]: { color: 'red' } } }
    const say = () => desk.call('send_event', { chat_id: chatId, event })
    assert.equal((await say()).success, false)
    await agent.configuration().succeed(create, { color })
    await arrived(nodes())
    assert.equal((await say()).success, true)
    assert.deepEqual(await agent.on(there).configuration().succeed(list), { [world.clientId]: { color } })
  })

  test('properties created on two nodes at the same time count together for the limit', async () => {
    const world = await nodes().here.world()
    const agent = await world.agent('ada')
    const webs = [agent.configuration(), agent.on(nodes().there).configuration()]
    const names = Array.from({ length: 110 }, (_, index) => `p${index}`)
    const answers = await Promise.all(
      names.map((name, index) => webs[index % 2]?.post(create, { [name]: color })),
    )
    const statuses = answers.map((answer) => answer?.status)
    assert.equal(statuses.filter((status) => status === 200).length, 100)
    assert.equal(statuses.filter((status) => status === 400).length, 10)
    await arrived(nodes())
    const shown = Object(at(await agent.configuration().succeed(list), world.clientId))
    assert.equal(Object.keys(shown).length, 100)
  })
})
