import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { NamedProperty, PropertyDefinition } from '../model/property.js'
import {
  checkDefinable,
  checkDefinition,
  checkPropertyName,
  requireOwnNamespace,
} from './property-definitions.js'

const bounds = { propertiesPerNamespace: 2, propertiesPerLicense: 3, propertyDefinitionBytes: 200 }
const access = { agent: { read: true, write: false } }
const definition = (values: Partial<PropertyDefinition> = {}): PropertyDefinition => {
  return { type: 'int', locations: { chat: access }, ...values }
}

const good: readonly (readonly [string, PropertyDefinition])[] = [
  ['without bounds', definition()],
  ['with a domain', definition({ domain: [1, 2] })],
  ['with words', definition({ type: 'tokenized_string', domain: ['a b'] })],
  ['with a range of one number', definition({ range: { from: 1, to: 1 } })],
  ['with half a range', definition({ range: { to: -1 } })],
]

for (const [title, value] of good) {
  test(`a definition ${title} is accepted`, () => checkDefinition(value, 'options', bounds))
}

const bad: readonly (readonly [string, PropertyDefinition, RegExp])[] = [
  ['without locations', definition({ locations: {} }), /options\.locations must name at least one location/],
  [
    'without a kind of user',
    definition({ locations: { chat: {} } }),
    /options\.locations\.chat must name .* user/,
  ],
  [
    'with a domain and a range',
    definition({ domain: [1], range: { from: 1 } }),
    /domain or a range, not both/,
  ],
  ['with another type in its domain', definition({ domain: [1, 'a'] }), /options\.domain\[1\] .* type int/],
  ['with a range of texts', definition({ type: 'string', range: { from: 1 } }), /range is for .* type int/],
  ['with an empty range', definition({ range: {} }), /range must have from, to or both/],
  ['with a reversed range', definition({ range: { from: 2, to: 1 } }), /from must not be above/],
  ['that is too long', definition({ description: 'x'.repeat(200) }), /larger than 200 bytes/],
]

for (const [title, value, message] of bad) {
  test(`a definition ${title} is refused`, () => {
    assert.throws(() => checkDefinition(value, 'options', bounds), refusal('validation', message))
  })
}

test('the built-in namespace cannot be changed', () => {
  requireOwnNamespace('app', 'options.namespace')
  assert.throws(
    () => requireOwnNamespace('test', 'options.namespace'),
    refusal('validation', /reserved namespace/),
  )
})

const named = (namespace: string, name: string, values: Partial<PropertyDefinition> = {}): NamedProperty => {
  return { namespace, name, definition: definition(values) }
}
const check = (present: readonly NamedProperty[], ...added: readonly NamedProperty[]) =>
  checkDefinable(present, added, bounds, ({ name }) => `payload.${name}`)

test('a property must keep its type, and may change otherwise', () => {
  check([named('a', 'one')], named('a', 'one', { domain: [1] }))
  check([named('b', 'one', { type: 'bool' })], named('a', 'one'))
  const other = named('a', 'one', { type: 'bool' })
  assert.throws(
    () => check([named('a', 'one')], named('a', 'two'), other),
    refusal('validation', /payload\.one\.type must stay int/),
  )
})

test('the number of properties per namespace is limited, counting those that are added together', () => {
  check([], named('a', 'one'), named('a', 'two'))
  check([named('a', 'one'), named('a', 'two')], named('a', 'two'))
  const [one, two, three] = [named('a', 'one'), named('a', 'two'), named('a', 'three')]
  const tooMany = refusal('validation', /a namespace can have at most 2 properties/)
  assert.throws(() => check([one, two], three), tooMany)
  assert.throws(() => check([one], two, three), tooMany)
  assert.throws(() => check([], one, two, three), tooMany)
})

test('the number of properties per license is limited across all namespaces', () => {
  const present = [named('a', 'one'), named('b', 'one'), named('c', 'one')]
  check(present, named('c', 'one'))
  assert.throws(
    () => check(present, named('d', 'one')),
    refusal('validation', /a license can have at most 3 properties/),
  )
})

test('existing properties beyond the limit can still be replaced', () => {
  const present = ['one', 'two', 'three', 'four'].map((name) => named('a', name))
  check(present, named('a', 'four', { domain: [1] }))
})

for (const [name, message] of [
  ['', /the name must not be empty/],
  ['x'.repeat(257), /the name must have at most 256 characters/],
  ['__proto__', /the name must not be __proto__/],
  ['constructor', /the name must not be constructor/],
  ['prototype', /the name must not be prototype/],
] as const) {
  test(`refuses the property name '${name.slice(0, 12)}'`, () => {
    assert.throws(() => checkPropertyName(name, 'the name'), refusal('validation', message))
  })
}

test('accepts any other property name', () => {
  for (const name of ['a', '😀'.repeat(256), 'line\nbreak', 'a.b', '漢字'])
    checkPropertyName(name, 'the name')
})
