import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { PropertyDefinition } from '../model/property.js'
import { builtInProperties } from './properties.js'
import { propertyMatcher, type RequestedPropertyFilters, toPropertyFilters } from './property-filters.js'

const readable = { read: true, write: false }
const hidden = { read: false, write: true }

const definition = (locations: PropertyDefinition['locations']): PropertyDefinition => {
  return { type: 'string', locations }
}

const catalog = new Map([
  ...builtInProperties,
  [
    'app',
    new Map([
      ['of_thread', definition({ thread: { agent: readable } })],
      ['of_customer', definition({ chat: { customer: readable, agent: hidden } })],
      ['of_both', definition({ chat: { agent: hidden }, thread: { agent: readable } })],
    ]),
  ],
])

const rules = { catalog, propertyFilterCount: 2, propertyFilterTermCount: 6 }
const ofChat = { locations: ['chat'], by: 'agent', path: 'filters.properties' } as const
const ofThread = { ...ofChat, locations: ['thread', 'chat'] } as const

const filters = (requested: RequestedPropertyFilters, at: typeof ofChat | typeof ofThread = ofChat) =>
  toPropertyFilters(requested, at, rules)

const saying = (detail: string) => new RegExp(`filters\\.properties${detail.replace(/[.[\]]/g, '\\$&')}$`)

const refused = (requested: RequestedPropertyFilters, detail: string) =>
  assert.throws(() => filters(requested), refusal('validation', saying(detail)))

test('toPropertyFilters records whether a property matches by value or by words', () => {
  assert.deepEqual(
    filters({
      test: { int_property: { values: [1, 2] }, tokenized_string_property: { exclude_values: ['x'] } },
    }),
    [
      {
        ...{ namespace: 'test', name: 'int_property' },
        ...{ type: 'values', values: [1, 2], matchedBy: 'value' },
      },
      {
        ...{ namespace: 'test', name: 'tokenized_string_property' },
        ...{ type: 'exclude_values', values: ['x'], matchedBy: 'words' },
      },
    ],
  )
  assert.deepEqual(filters({ test: { bool_property: { exists: false } } }), [
    { namespace: 'test', name: 'bool_property', type: 'exists', exists: false },
  ])
})

test('an empty list of filters matches everything', () => {
  assert.deepEqual(toPropertyFilters(undefined, ofChat, rules), [])
  assert.deepEqual(filters({ test: {} }), [])
  assert.equal(propertyMatcher([])({}), true)
})

test('a property filter must have exactly one type', () => {
  const one = '.test.int_property must have one of exists, values and exclude_values'
  refused({ test: { int_property: {} } }, one)
  refused({ test: { int_property: { values: [1], exclude_values: [2] } } }, one)
  refused({ test: { int_property: { exists: false, values: [] } } }, one)
})

test('a filter by a property that is not configured is refused', () => {
  refused({ none: { x: { exists: true } } }, '.none is not a configured namespace')
  refused({ none: {} }, '.none is not a configured namespace')
  refused({ test: { none: { exists: true } } }, '.test.none is not a configured property')
  refused({ test: { toString: { exists: true } } }, '.test.toString is not a configured property')
})

test('a filter with values of another type is refused', () => {
  refused(
    { test: { int_property: { values: [1, '1'] } } },
    '.test.int_property.values[1] must be of type int',
  )
  refused(
    { test: { int_property: { exclude_values: [2_147_483_648] } } },
    '.test.int_property.exclude_values[0] must be of type int',
  )
  refused({ test: { bool_property: { values: [0] } } }, '.test.bool_property.values[0] must be of type bool')
  refused(
    { test: { tokenized_string_property: { values: [true] } } },
    '.test.tokenized_string_property.values[0] must be of type tokenized_string',
  )
})

test('a filter by a property that is not allowed at the location is refused', () => {
  refused({ app: { of_thread: { exists: true } } }, '.app.of_thread is not allowed on a chat')
  assert.equal(filters({ app: { of_thread: { exists: true } } }, ofThread).length, 1)
})

test('a filter by a property that the user may not read is refused', () => {
  const asked = { app: { of_customer: { values: ['x'] } } }
  assert.throws(() => filters(asked), refusal('authorization', saying('.app.of_customer may not be read')))
  assert.throws(
    () => filters({ app: { of_both: { exists: true } } }),
    refusal('authorization', saying('.app.of_both may not be read')),
  )
  // A property that the thread lacks is looked up in its chat, where it is hidden.
  assert.throws(
    () => filters({ app: { of_both: { exists: true } } }, ofThread),
    refusal('authorization', saying('.app.of_both may not be read')),
  )
})

test('the number of properties, values and words in filters is limited', () => {
  const exists = { exists: true }
  const { int_property, bool_property, string_property } = {
    ...{ int_property: exists, bool_property: exists, string_property: exists },
  }
  filters({ test: { int_property, bool_property } })
  refused({ test: { int_property, bool_property, string_property } }, ' names more than 2 properties')
  filters({ test: { int_property: { values: [1, 2, 3, 4, 5, 6] } } })
  const tooMany = ' names more than 6 values and words'
  refused({ test: { int_property: { values: [1, 2, 3, 4, 5, 6, 7] } } }, tooMany)
  refused(
    { test: { int_property: { values: [1, 2, 3] }, string_property: { values: ['a', 'b', 'c', 'd'] } } },
    tooMany,
  )
  filters({ test: { tokenized_string_property: { values: ['a b c', 'd e e'] } } })
  refused({ test: { tokenized_string_property: { values: ['a b c d', 'e f g'] } } }, tooMany)
  refused({ test: { tokenized_string_property: { values: ['', '', '', '', '', '', ''] } } }, tooMany)
})

test('only the first 500 words of a text are matched', () => {
  const words = Array.from({ length: 501 }, (_, index) => `w${index}`)
  const properties = { test: { tokenized_string_property: words.join(' ') } }
  const finds = (word: string) =>
    propertyMatcher(filters({ test: { tokenized_string_property: { values: [word] } } }))(properties)
  assert.deepEqual([finds('w0'), finds('w499'), finds('w500')], [true, true, false])
})
