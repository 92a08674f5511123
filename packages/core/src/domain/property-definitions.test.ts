import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { PropertyDefinition } from '../ports/stores/configuration.js'
import { checkDefinition, requireOwnNamespace, requireSameType } from './property-definitions.js'

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
  test(`a definition ${title} is good`, () => checkDefinition(value, 'options'))
}

const bad: readonly (readonly [string, PropertyDefinition, RegExp])[] = [
  ['nowhere', definition({ locations: {} }), /options\.locations must name at least one location/],
  ['for nobody', definition({ locations: { chat: {} } }), /options\.locations\.chat must name .* user/],
  ['with both bounds', definition({ domain: [1], range: { from: 1 } }), /domain or a range, not both/],
  ['with another type in its domain', definition({ domain: [1, 'a'] }), /options\.domain\[1\] .* type int/],
  ['with a range of texts', definition({ type: 'string', range: { from: 1 } }), /range is for .* type int/],
  ['with an empty range', definition({ range: {} }), /range must have from, to or both/],
  ['with a range upside down', definition({ range: { from: 2, to: 1 } }), /from must not be above/],
]

for (const [title, value, message] of bad) {
  test(`a definition ${title} is refused`, () => {
    assert.throws(() => checkDefinition(value, 'options'), refusal('validation', message))
  })
}

test('the namespace that every license has is nobody’s to change', () => {
  requireOwnNamespace('app', 'options.namespace')
  assert.throws(
    () => requireOwnNamespace('test', 'options.namespace'),
    refusal('validation', /every license/),
  )
})

test('a property keeps its type, and may change in all else', () => {
  requireSameType(undefined, definition(), 'options')
  requireSameType(definition(), definition({ domain: [1] }), 'options')
  const other = definition({ type: 'bool' })
  assert.throws(() => requireSameType(definition(), other, 'options'), refusal('validation', /must stay int/))
})
