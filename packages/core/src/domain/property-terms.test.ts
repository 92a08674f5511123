import assert from 'node:assert/strict'
import { test } from 'node:test'
import { propertiesToFilter, propertyFilterCases } from '../../test/property-filter-cases.js'
import type { Properties } from '../model/property.js'
import { propertyMatcher } from './property-filters.js'
import { toTermFilter, withTerms } from './property-terms.js'

const given: readonly (readonly [string, Properties])[] = Object.entries(propertiesToFilter)

for (const { title, filters, passing } of propertyFilterCases) {
  test(`propertyMatcher filters by ${title}`, () => {
    const passes = propertyMatcher(filters)
    const found = given.flatMap(([name, properties]) => (passes(properties) ? name : []))
    assert.deepEqual(found.sort(), passing.toSorted())
  })

  test(`terms filter by ${title}`, () => {
    const conditions = filters.map(toTermFilter)
    const found = given.flatMap(([name, properties]) => {
      const terms = new Set(withTerms(properties).propertyTerms)
      const isMet = (alternatives: readonly (readonly string[])[]) =>
        alternatives.some((one) => one.every((term) => terms.has(term)))
      return conditions.every(({ isWanted, alternatives }) => isMet(alternatives) === isWanted) ? name : []
    })
    assert.deepEqual(found.sort(), passing.toSorted())
  })
}

test('withTerms returns each term once', () => {
  for (const [name, properties] of given) {
    const { propertyTerms } = withTerms(properties)
    assert.equal(new Set(propertyTerms).size, propertyTerms.length, name)
  }
})

test('terms stay as databases contain them', () => {
  assert.deepEqual(withTerms({ shop: { color: 'Dark Blue', size: 5 } }).propertyTerms, [
    '["shop","color"]',
    '["shop","color","Dark Blue"]',
    '["shop","color","word","dark"]',
    '["shop","color","word","blue"]',
    '["shop","size"]',
    '["shop","size",5]',
  ])
})

test('a filter names the term of the property itself, whatever it asks for', () => {
  const place = { namespace: 'shop', name: 'color' } as const
  const present = '["shop","color"]'
  const absent = toTermFilter({ ...place, type: 'exists', exists: false })
  assert.deepEqual(absent, { present, isWanted: false, alternatives: [[present]] })
  const values = ['dark blue', '', '?!'] as const
  const words = toTermFilter({ ...place, type: 'values', values, matchedBy: 'words' })
  assert.deepEqual(words, {
    present,
    isWanted: true,
    alternatives: [['["shop","color","word","dark"]', '["shop","color","word","blue"]'], [present]],
  })
})
