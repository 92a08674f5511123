import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentBytes, parsedBytes } from './body-content.js'

test('estimates the size of a parsed value as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // An escape counts as its character. Half of a surrogate pair counts as the replacement character in UTF-8.
      const text = JSON.stringify(value).replaceAll(/\\(ud[89a-f]..|u....|.)/g, (_, escaped: string) =>
        escaped.startsWith('ud') ? '\ufffd' : 'x',
      )
      const count = text.match(/[,:[\]{}]|[^,:[\]{}]+/g)?.length ?? 0
      const bytes = parsedBytes(value, Number.POSITIVE_INFINITY)
      assert.ok(Math.abs(bytes - Buffer.byteLength(text)) <= count, `${bytes} for ${text}`)
    }),
  )
})

test('counts a simple value exactly, plus one separator per container', () => {
  const value = { name: 'é', list: [1, true, null], inner: { deep: '' } }
  // Each of the three last members counts a comma.
  assert.equal(parsedBytes(value, 1_000), Buffer.byteLength(JSON.stringify(value)) + 3)
})

test('stops counting above the maximum, even for deep or circular values', () => {
  let deep: unknown = []
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  assert.ok(parsedBytes(deep, 1_000_000) > 200_000)
  assert.ok(parsedBytes(deep, 100) < 110)
  const round: unknown[] = []
  round.push(round)
  assert.ok(parsedBytes(round, 10_000) > 10_000)
})

test('counts values that JSON does not have', () => {
  assert.equal(parsedBytes([10n, undefined, Symbol('x')], 100), 2 + 2 + 9 + 9 + 3)
})

test('a text counts its characters, a parsed value its estimated size', () => {
  assert.equal(contentBytes('four'), 4)
  assert.equal(contentBytes({ value: {}, bytes: 7 }), 7)
})
