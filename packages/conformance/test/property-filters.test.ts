import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Properties } from '@parley/core/storage'
import { filterTerms, propertyMatcher, propertyTerms } from '@parley/core/storage'
import { propertiesToFilter, propertyFilterCases } from '../src/storage/property-filter-cases.js'

const given: readonly (readonly [string, Properties])[] = Object.entries(propertiesToFilter)

for (const { title, filters, passing } of propertyFilterCases) {
  test(`the rule filters by ${title}`, () => {
    const passes = propertyMatcher(filters)
    const found = given.flatMap(([name, properties]) => (passes(properties) ? name : []))
    assert.deepEqual(found.sort(), passing.toSorted())
  })

  test(`the terms of properties tell them by ${title}`, () => {
    const asked = filters.map(filterTerms)
    const found = given.flatMap(([name, properties]) => {
      const terms = new Set(propertyTerms(properties))
      const isMet = (alternatives: readonly (readonly string[])[]) =>
        alternatives.some((one) => one.every((term) => terms.has(term)))
      return asked.every(({ isWanted, alternatives }) => isMet(alternatives) === isWanted) ? name : []
    })
    assert.deepEqual(found.sort(), passing.toSorted())
  })
}
