import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './canonical-json.js'

test('canonicalJson writes the example of RFC 8785', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
    literals: [null, true, false],
  }
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('canonicalJson sorts keys by UTF-16 code units, including numeric keys', () => {
  const value = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\ud83d\ude00': 5,
    '\u0080': 6,
    '\u00f6': 7,
    '10': 8,
    '9': 9,
  }
  assert.deepEqual(canonicalJson(value).match(/\d+(?=[,}])/g), ['2', '4', '8', '9', '6', '7', '1', '5', '3'])
})

test('canonical JSON is the same for every order of keys and parses to an equal value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = canonicalJson(value)
      assert.equal(canonicalJson(reversed(value)), json)
      assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('canonicalJson keeps the order of lists, and keys such as __proto__', () => {
  assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]))
  assert.equal(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}')), '{"__proto__":{"a":2},"b":1}')
})

test('canonicalJson writes an in-process value as JSON.stringify does', () => {
  assert.equal(canonicalJson(undefined), '')
  assert.equal(canonicalJson({ b: undefined, a: new Date(0) }), '{"a":"1970-01-01T00:00:00.000Z"}')
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, part]) => [key, reversed(part)]))
}
