import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { PropertyDefinition, PropertyValue } from '../model/property.js'
import {
  acceptProperties,
  builtInProperties,
  type PropertyCatalog,
  type RequestedProperties,
  readableProperties,
} from './properties.js'

const all = { read: true, write: true }
const definition = (values: Partial<PropertyDefinition>): PropertyDefinition => ({
  type: 'string',
  locations: { chat: { agent: all, customer: { read: true, write: false } } },
  ...values,
})

const catalog: PropertyCatalog = new Map([
  ...builtInProperties,
  [
    'app',
    new Map([
      ['plan', definition({ domain: ['free', 'paid'] })],
      ['score', definition({ type: 'int', range: { from: 1, to: 5 } })],
      ['floor', definition({ type: 'int', range: { from: 0 } })],
      ['ceiling', definition({ type: 'int', range: { to: 0 } })],
      ['secret', definition({ locations: { chat: { agent: all } } })],
    ]),
  ],
])

const rules = { catalog, propertiesBytes: 64 }
const byAgent = { location: 'chat', by: 'agent', path: 'payload.properties' } as const
const byCustomer = { ...byAgent, by: 'customer' } as const

test('property values are accepted direct and wrapped', () => {
  const requested = { test: { int_property: 7, bool_property: { value: false } } }
  const accepted = { test: { int_property: 7, bool_property: false } }
  assert.deepEqual(acceptProperties(requested, byAgent, rules), accepted)
})

test('a request without properties stores none', () => {
  assert.deepEqual(acceptProperties(undefined, byAgent, rules), {})
  assert.deepEqual(acceptProperties({}, byAgent, rules), {})
})

const typed: readonly (readonly [string, readonly PropertyValue[], readonly PropertyValue[]])[] = [
  ['int_property', [0, -2_147_483_648, 2_147_483_647], [2_147_483_648, -2_147_483_649, 1.5, '1', true]],
  ['bool_property', [true, false], [0, 'true']],
  ['string_property', ['', 'x'], [1, false]],
  ['tokenized_string_property', ['two words'], [1, true]],
]

for (const [name, right, wrong] of typed) {
  test(`${name} accepts values of its type only`, () => {
    for (const value of right) {
      assert.deepEqual(acceptProperties({ test: { [name]: value } }, byAgent, rules), {
        test: { [name]: value },
      })
    }
    for (const value of wrong) {
      const accept = () => acceptProperties({ test: { [name]: value } }, byAgent, rules)
      assert.throws(
        accept,
        refusal('validation', new RegExp(`payload.properties.test.${name} must be of type`)),
      )
    }
  })
}

const refused: readonly (readonly [
  string,
  RequestedProperties,
  Parameters<typeof acceptProperties>[1],
  RegExp,
])[] = [
  ['an unknown namespace', { other: {} }, byAgent, /payload.properties.other is not a configured namespace/],
  ['an unknown property', { app: { nothing: 1 } }, byAgent, /app.nothing is not a configured property/],
  ['an inherited namespace', { constructor: {} }, byAgent, /constructor is not a configured namespace/],
  ['an inherited name', { app: { toString: 1 } }, byAgent, /toString is not a configured property/],
  [
    'another location',
    { app: { plan: 'free' } },
    { ...byAgent, location: 'event' },
    /not allowed on a event/,
  ],
  ['a value outside the domain', { app: { plan: 'gold' } }, byAgent, /app.plan is outside its domain/],
  ['a value below the range', { app: { score: 0 } }, byAgent, /app.score is outside its range/],
  ['a value above the range', { app: { score: 6 } }, byAgent, /app.score is outside its range/],
  ['a value below an open range', { app: { floor: -1 } }, byAgent, /app.floor is outside its range/],
  ['a value above an open range', { app: { ceiling: 1 } }, byAgent, /app.ceiling is outside its range/],
]

for (const [title, requested, at, message] of refused) {
  test(`${title} is refused`, () => {
    assert.throws(() => acceptProperties(requested, at, rules), refusal('validation', message))
  })
}

test('both ends of a range are valid values', () => {
  for (const score of [1, 5]) {
    assert.deepEqual(acceptProperties({ app: { score } }, byAgent, rules), { app: { score } })
  }
})

test('a user who may not write a property gets an authorization error', () => {
  for (const app of [{ plan: 'free' }, { secret: 'x' }]) {
    const accept = () => acceptProperties({ app }, byCustomer, rules)
    assert.throws(accept, refusal('authorization', /may not be written/))
  }
})

test('properties are shown wrapped, and only when the kind of user may read them', () => {
  const stored = { app: { plan: 'paid', secret: 'x' }, test: { bool_property: true } }
  const shown = (by: 'agent' | 'customer', location: 'chat' | 'thread') =>
    readableProperties(stored, { by, location }, catalog)
  const test = { bool_property: { value: true } }
  assert.deepEqual(shown('agent', 'chat'), { app: { plan: { value: 'paid' }, secret: { value: 'x' } }, test })
  assert.deepEqual(shown('customer', 'chat'), { app: { plan: { value: 'paid' } }, test })
  assert.deepEqual(shown('agent', 'thread'), { test })
})

test('a property that is no longer configured is not shown', () => {
  const stored = { gone: { plan: 'paid' }, app: { gone: 1 } }
  assert.deepEqual(readableProperties(stored, { by: 'agent', location: 'chat' }, catalog), {})
})

test('the size of all properties together is limited in bytes of JSON', () => {
  const accept = (text: string) =>
    acceptProperties({ test: { string_property: text, int_property: 1 } }, byAgent, rules)
  assert.deepEqual(accept('x'.repeat(10)).test, { string_property: 'x'.repeat(10), int_property: 1 })
  assert.throws(
    () => accept('語'.repeat(10)),
    refusal('validation', /payload.properties is larger than 64 bytes/),
  )
})
