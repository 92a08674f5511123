import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { defaultRates } from '../../support/rates.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'

const all = { read: true, write: true }
const locations = { chat: { access: { agent: all } } }
const text = { type: 'string', locations }
const create = 'properties/create_properties'
const list = 'properties/get_property_configs'

const numbered = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${from + index}`, text]))

const wrong: readonly (readonly [what: string, config: unknown, detail: string])[] = [
  [
    'what is no object',
    'string',
    'payload.x must be an object with some of type, description, locations, domain, range',
  ],
  ['no type', { locations }, 'payload.x.type is required'],
  [
    'another type',
    { type: 'float', locations },
    'payload.x.type must be one of int, string, bool, tokenized_string',
  ],
  ['no locations', { type: 'int' }, 'payload.x.locations is required'],
  ['no location', { type: 'int', locations: {} }, 'payload.x.locations must name at least one location'],
  [
    'another location',
    { type: 'int', locations: { customer: locations.chat } },
    'payload.x.locations cannot have customer: its keys are chat, thread, event',
  ],
  ['no access', { type: 'int', locations: { chat: {} } }, 'payload.x.locations.chat.access is required'],
  [
    'no user',
    { type: 'int', locations: { ...locations, event: { access: {} } } },
    'payload.x.locations.event must name at least one kind of user',
  ],
  [
    'another user',
    { type: 'int', locations: { chat: { access: { bot: all } } } },
    'payload.x.locations.chat.access cannot have bot: its keys are agent, customer',
  ],
  [
    'no read',
    { type: 'int', locations: { chat: { access: { agent: { write: true } } } } },
    'payload.x.locations.chat.access.agent.read is required',
  ],
  [
    'a write that is no boolean',
    { type: 'int', locations: { chat: { access: { agent: { read: true, write: 1 } } } } },
    'payload.x.locations.chat.access.agent.write must be a boolean',
  ],
  [
    'a location with more than access',
    { type: 'int', locations: { chat: { ...locations.chat, default: 1 } } },
    'payload.x.locations.chat cannot have default: its keys are access',
  ],
  [
    'a domain that is misspelt',
    { type: 'int', locations, domian: [1] },
    'payload.x cannot have domian: its keys are type, description, locations, domain, range',
  ],
  [
    'a domain and a range',
    { type: 'int', locations, domain: [1], range: { from: 1 } },
    'payload.x may have a domain or a range, not both',
  ],
  [
    'a domain of another type',
    { type: 'int', locations, domain: [1, '2'] },
    'payload.x.domain[1] must be of type int',
  ],
  ['an empty domain', { ...text, domain: [] }, 'payload.x.domain must have at least 1 items'],
  [
    'a long domain',
    { type: 'int', locations, domain: Array.from({ length: 101 }, (_, index) => index) },
    'payload.x.domain must have at most 100 items',
  ],
  ['a range of texts', { ...text, range: { from: 1 } }, 'payload.x.range is for properties of type int'],
  ['an empty range', { type: 'int', locations, range: {} }, 'payload.x.range must have from, to or both'],
  [
    'a range with another end',
    { type: 'int', locations, range: { from: 1, max: 3 } },
    'payload.x.range cannot have max: its keys are from, to',
  ],
  [
    'a range upside down',
    { type: 'int', locations, range: { from: 2, to: 1 } },
    'payload.x.range.from must not be above range.to',
  ],
  [
    'a range beyond 32 bits',
    { type: 'int', locations, range: { to: 2_147_483_648 } },
    'payload.x.range.to must be an integer from -2147483648 to 2147483647',
  ],
  [
    'a long description',
    { ...text, description: 'x'.repeat(513) },
    'payload.x.description must have at most 512 characters',
  ],
  [
    'a long definition',
    { ...text, domain: ['x'.repeat(4_096)] },
    'payload.x is larger than 4096 bytes as JSON',
  ],
]

forEachStorage('limits of properties', (storage) => {
  const suite = useEngine(storage)
  const webOf = async (world: World) => (await world.agent('ada')).configuration()

  test('create_properties refuses the whole request when one property is invalid', async () => {
    const web = await webOf(await suite.world())
    for (const [what, x, detail] of wrong) {
      assert.deepEqual(
        await web.refuse(create, { good: text, x }),
        validation(detail, { request: { x } }),
        what,
      )
    }
    assert.deepEqual(await web.succeed(list), {})
  })

  test('create_properties refuses property names that are empty, too long, or keys of Object.prototype', async () => {
    const web = await webOf(await suite.world())
    const named = (name: string) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(text)}}`)
    for (const name of ['', '__proto__', 'constructor', 'prototype', 'x'.repeat(257)]) {
      assert.equal(at(await web.refuse(create, named(name)), 'type'), 'validation', name)
    }
    await web.succeed(create, named('x'.repeat(256)))
  })

  test('create_properties refuses a request without a property', async () => {
    const web = await webOf(await suite.world())
    const nothing = validation('payload must name at least one property')
    assert.deepEqual(await web.refuse(create, {}), nothing)
    assert.deepEqual(await web.refuse(create), nothing)
  })

  test('a namespace has at most 100 properties, and a request beyond that is refused as a whole', async () => {
    const world = await suite.world()
    const web = await webOf(world)
    const tooMany = validation('a namespace can have at most 100 properties')
    assert.deepEqual(await web.refuse(create, numbered(101)), tooMany)
    await web.succeed(create, numbered(99))
    assert.deepEqual(await web.refuse(create, numbered(2, 99)), tooMany)
    await web.succeed(create, numbered(2, 98))
    await web.succeed(create, numbered(100))
    assert.deepEqual(await web.refuse(create, { fresh: text }), tooMany)
    const shown = Object(at(await web.succeed(list), world.clientId))
    assert.equal(Object.keys(shown).length, 100)
  })
})

forEachStorage('limits of the properties of a license', (storage) => {
  const suite = useEngine(storage, {
    limits: { propertiesPerLicense: 3 },
    rates: { ...defaultRates, configurationsPerSecond: 1 },
    fixed: { limits: { propertyDefinitionBytes: 256 }, rates: { configurationBurstCount: 2 } },
  })

  test('the maximum of properties per license counts all namespaces, those of the host included', async () => {
    const world = await suite.world()
    const { licenseId } = world
    const web = (await world.agent('ada')).configuration()
    const { properties } = suite.engine.parley.admin
    const define = (name: string) =>
      properties.createOrReplace({
        licenseId,
        namespace: 'shop',
        name,
        type: 'int',
        locations: { chat: { agent: all } },
      })
    await define('one')
    await web.succeed(create, numbered(2))
    await assert.rejects(define('two'), /a license can have at most 3 properties/)
    await define('one')
    assert.deepEqual(
      await web.refuse(create, { fresh: text }),
      validation('a license can have at most 3 properties'),
    )
  })

  test('create_properties is rate limited per caller, and refused requests do not count', async () => {
    const world = await suite.world()
    const web = (await world.agent('ada')).configuration()
    for (let count = 0; count < 5; count += 1) await web.refuse(create, { x: { type: 'int' } })
    await web.succeed(create, numbered(1))
    await web.succeed(create, numbered(1))
    const { status, headers, body } = await web.post(create, numbered(1))
    assert.deepEqual([status, at(body, 'error.type')], [429, 'too_many_requests'])
    assert.equal(headers.get('retry-after'), '1')
    assert.equal((await web.post(list)).status, 200)
    suite.engine.clock.advance(1_000)
    await web.succeed(create, numbered(1))
  })
})
