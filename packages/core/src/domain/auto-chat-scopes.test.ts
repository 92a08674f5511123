import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { AutoChatScopes, UrlFilter } from '../model/auto-chat-scopes.js'
import type { PropertyFilter } from '../model/property-filter.js'
import { groupsOfNewChat, toAutoChatScopesRule, toRules, toUrlFilter } from './auto-chat-scopes.js'
import { runSteps } from './steps.js'

const isPaid: PropertyFilter = { namespace: 'shop', name: 'is_paid', type: 'exists', exists: true }

function rule(
  groups: readonly number[],
  { chatProperties = [], customerUrl = null }: Partial<AutoChatScopes['rules']>,
) {
  const rules = { chatProperties, customerUrl }
  return toAutoChatScopesRule({ id: 'id', description: null, groups, rules })
}

const values = (...listed: UrlFilter['values']): UrlFilter => ({ type: 'values', values: listed })
const excluded = (...listed: UrlFilter['values']): UrlFilter => ({ type: 'exclude_values', values: listed })
const exactly = (value: string) => ({ value, isExact: true })
const somewhere = (value: string) => ({ value, isExact: false })

test('a URL filter must have exactly one of its types', () => {
  const path = 'rules.customer_url'
  const both = /rules\.customer_url must have one of values and exclude_values$/
  assert.throws(() => toUrlFilter({}, path), refusal('validation', both))
  const listed = [{ value: 'x' }]
  assert.throws(
    () => toUrlFilter({ values: listed, exclude_values: listed }, path),
    refusal('validation', both),
  )
  assert.equal(toUrlFilter(undefined, path), null)
  assert.deepEqual(toUrlFilter({ values: listed }, path), values(somewhere('x')))
  const exact = [{ value: 'x', exact_match: true }]
  assert.deepEqual(toUrlFilter({ exclude_values: exact }, path), excluded(exactly('x')))
})

test('a rule without a condition is refused', () => {
  assert.throws(() => toRules([], null, 'rules'), refusal('validation', /rules must have a rule$/))
  assert.deepEqual(toRules([isPaid], null, 'rules'), { chatProperties: [isPaid], customerUrl: null })
})

const url = 'https://shop.example.com/Cart?item=1'
const cases: readonly (readonly [string, UrlFilter, atUrl: boolean, nowhere: boolean])[] = [
  ['the whole URL', values(exactly(url)), true, false],
  ['the beginning of the URL, exactly', values(exactly('https://shop.example.com/')), false, false],
  ['a part of the URL', values(somewhere('/Cart')), true, false],
  ['a part in another case', values(somewhere('/cart')), false, false],
  ['one of several values', values(exactly('x'), somewhere('item=')), true, false],
  ['excluding several values', excluded(exactly('x'), somewhere('item=')), false, true],
  ['excluding another URL', excluded(exactly('x'), somewhere('/help')), true, true],
]

for (const [title, customerUrl, atUrl, nowhere] of cases) {
  test(`a rule matches a new chat by ${title}`, () => {
    const { matches } = rule([1], { customerUrl })
    assert.equal(matches({ properties: {}, customerUrl: url }), atUrl)
    assert.equal(matches({ properties: {}, customerUrl: undefined }), nowhere)
  })
}

test('a rule matches only when its properties and its URL filter both match', () => {
  const { matches } = rule([1], { chatProperties: [isPaid], customerUrl: values(somewhere('shop')) })
  const properties = { shop: { is_paid: false } }
  assert.equal(matches({ properties, customerUrl: url }), true)
  assert.equal(matches({ properties, customerUrl: 'https://example.com' }), false)
  assert.equal(matches({ properties: {}, customerUrl: url }), false)
})

test('a new chat gets its requested groups, then those of every matching rule, without duplicates', () => {
  const all = { customerUrl: excluded(exactly('x')) }
  const rules = [rule([3, 1], all), rule([7], { chatProperties: [isPaid] }), rule([1, 2], all)]
  const chat = { properties: {}, customerUrl: undefined }
  assert.deepEqual(runSteps(groupsOfNewChat([2], rules, chat, 100)), [2, 3, 1])
  assert.deepEqual(runSteps(groupsOfNewChat([], [], chat, 100)), [])
})

test('groups beyond the limit are left out, starting with those of the newest rules', () => {
  const all = { customerUrl: excluded(exactly('x')) }
  const rules = [rule([1, 2], all), rule([2, 3, 4], all)]
  const chat = { properties: {}, customerUrl: undefined }
  assert.deepEqual(runSteps(groupsOfNewChat([9], rules, chat, 4)), [9, 1, 2, 3])
})
