import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentBytes, parsedBytes } from './body-content.js'

test('a parsed value counts as about what its JSON takes', () => {
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

test('a simple value counts exactly, but for a separator too many', () => {
  const value = { name: 'é', list: [1, true, null], inner: { deep: '' } }
  // Each of the three last members counts a comma.
  assert.equal(parsedBytes(value, 1_000), Buffer.byteLength(JSON.stringify(value)) + 3)
})

test('it is counted no further than asked, however deep or long', () => {
  let deep: unknown = []
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  assert.ok(parsedBytes(deep, 1_000_000) > 200_000)
  assert.ok(parsedBytes(deep, 100) < 110)
  const round: unknown[] = []
  round.push(round)
  assert.ok(parsedBytes(round, 10_000) > 10_000)
})

test('what JSON does not know is counted too', () => {
  assert.equal(parsedBytes([10n, undefined, Symbol('x')], 100), 2 + 2 + 9 + 9 + 3)
})

test('a text counts its characters, a parsed value what it was counted as', () => {
  assert.equal(contentBytes('four'), 4)
  assert.equal(contentBytes({ value: {}, bytes: 7 }), 7)
})
