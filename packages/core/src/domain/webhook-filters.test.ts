import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PropertyFilter } from '../model/property-filter.js'
import type { WebhookFilters } from '../model/webhook.js'
import { sharedWords } from './property-words.js'
import { type WebhookSubject, webhookMatcher } from './webhook-filters.js'

const none: WebhookFilters = {
  ...{ chatProperties: [], threadProperties: [], eventProperties: [] },
  ...{ members: null, authorType: null },
}
const plain: WebhookSubject = {
  ...{ agentIds: new Set(), chatProperties: {}, threadProperties: {}, eventProperties: {} },
  ...{ authorType: null, wordsOf: sharedWords() },
}
const blue = { shop: { color: 'blue' } }
const isBlue: PropertyFilter = {
  ...{ namespace: 'shop', name: 'color', type: 'values', values: ['blue'], matchedBy: 'value' },
}

function matches(filters: Partial<WebhookFilters>, subject: Partial<WebhookSubject> = {}): boolean {
  return webhookMatcher({ ...none, ...filters })({ ...plain, ...subject })
}

test('a rule without filters matches everything', () => {
  assert.equal(webhookMatcher(null)(plain), true)
  assert.equal(matches({}), true)
})

for (const [filter, place] of [
  ['chatProperties', 'chatProperties'],
  ['threadProperties', 'threadProperties'],
  ['eventProperties', 'eventProperties'],
] as const) {
  test(`${filter} filters look only at their own properties`, () => {
    const others = { chatProperties: blue, threadProperties: blue, eventProperties: blue, [place]: {} }
    assert.equal(matches({ [filter]: [isBlue] }, { [place]: blue }), true)
    assert.equal(matches({ [filter]: [isBlue] }, others), false)
    assert.equal(matches({ [filter]: [isBlue] }, { [place]: { shop: { color: 'red' } } }), false)
  })
}

for (const [type, named, there, isMatch] of [
  ['agents', ['a', 'b'], ['b', 'c', 'a'], true],
  ['agents', ['a', 'b'], ['a'], false],
  ['agents_any', ['a', 'b'], ['b'], true],
  ['agents_any', ['a', 'b'], ['c'], false],
  ['agents_any', ['a'], [], false],
  ['agents_exclude', ['a', 'b'], ['c'], true],
  ['agents_exclude', ['a', 'b'], ['c', 'b'], false],
  ['agents_exclude', [], ['c'], true],
] as const) {
  test(`${type} ${named.join(' and ')} ${isMatch ? 'matches' : 'does not match'} a chat of ${there.join()}`, () => {
    assert.equal(
      matches({ members: { type, agentIds: named } }, { agentIds: new Set<string>(there) }),
      isMatch,
    )
  })
}

test('the author type must match, and a fact without an author matches neither type', () => {
  for (const authorType of ['agent', 'customer'] as const) {
    assert.equal(matches({ authorType }, { authorType }), true)
    assert.equal(matches({ authorType }), false)
  }
  assert.equal(matches({ authorType: 'agent' }, { authorType: 'customer' }), false)
})

test('a rule matches only when every filter passes', () => {
  const filters = { chatProperties: [isBlue], authorType: 'agent' } as const
  assert.equal(matches(filters, { chatProperties: blue, authorType: 'agent' }), true)
  assert.equal(matches(filters, { chatProperties: blue, authorType: 'customer' }), false)
  assert.equal(matches(filters, { authorType: 'agent' }), false)
})

test('a filter still works after its property was defined again with another type', () => {
  const words: PropertyFilter = { ...isBlue, matchedBy: 'words' }
  for (const color of [7, true, 'blue']) {
    const subject = { chatProperties: { shop: { color } } }
    assert.equal(matches({ chatProperties: [words] }, subject), color === 'blue')
    assert.equal(matches({ chatProperties: [isBlue] }, subject), color === 'blue')
  }
})
