import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import type { ValidationData } from '../validation-rules.js'
import { checkJson, checkNesting } from './json-bounds.js'

const bounds = { jsonDepth: 3, jsonKeyCount: 3, jsonKeyBytes: 6 }
const check = (value: unknown) => checkJson(value, bounds, 'request')

const sound: readonly (readonly [string, unknown])[] = [
  ['scalars', ['text', 1, 1.5, true, null]],
  ['an in-process absence', { a: undefined }],
  ['the largest exact integers', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
  ['a surrogate pair', '😀'],
  ['an object as deep as allowed', { a: [{}] }],
  ['as many keys as allowed', { a: 1, b: 2, c: 3 }],
  ['an ASCII key as long as allowed', { abcdef: 1 }],
  ['a two-byte key as long as allowed', { äöü: 1 }],
  ['a three-byte key as long as allowed', { '€€': 1 }],
  ['more array items than keys', [1, 2, 3, 4, 5]],
]

for (const [title, value] of sound)
  test(`checkJson accepts ${title}`, () => assert.doesNotThrow(() => check(value)))

const unsound: readonly (readonly [string, unknown, RegExp])[] = [
  ['an object too deep', { a: { b: { c: {} } } }, /request\.a\.b\.c is nested deeper than 3 levels/],
  ['an array too deep', [[[[]]]], /request\[0\]\[0\]\[0\] is nested deeper than 3 levels/],
  ['too many keys', { a: [{ a: 1, b: 2, c: 3, d: 4 }] }, /request\.a\[0\] has more than 3 keys/],
  ['an ASCII key too long', { abcdefg: 1 }, /request has a key that is longer than 6 bytes/],
  ['a two-byte key too long', { äöüa: 1 }, /longer than 6 bytes/],
  ['a three-byte key too long', { '€€€': 1 }, /longer than 6 bytes/],
  ['a four-byte key too long', { '😀😀': 1 }, /longer than 6 bytes/],
  ['a NUL in a value', { a: ['x\0'] }, /request\.a\[0\] contains a NUL character/],
  ['a NUL in a key', { a: { '\0': 1 } }, /request\.a has a key that contains a NUL character/],
  ['a lone surrogate in a value', 'x\ud800', /request contains a lone surrogate/],
  ['a lone surrogate in a key', { '\udc00': 1 }, /has a key that contains a lone surrogate/],
  ['an integer that is not exact', [2 ** 53], /request\[0\] is beyond ±\(2\^53−1\)/],
  ['a negative integer that is not exact', -(2 ** 53), /beyond/],
  ['a number too large for a double', JSON.parse('1e400'), /is not a finite number/],
  ['not a number', Number.NaN, /is not a finite number/],
  ['a function', { a: () => 1 }, /request\.a/],
  ['a big integer', 1n, /request/],
  ['a symbol', Symbol('x'), /request/],
]

for (const [title, value, message] of unsound) {
  test(`checkJson refuses ${title}`, () => assert.throws(() => check(value), refusal('validation', message)))
}

test('checkJson names the place, the rule and the bound', () => {
  const broken: readonly (readonly [unknown, ValidationData])[] = [
    [{ a: { b: { c: {} } } }, { path: 'request.a.b.c', rule: 'too_deep', limit: 3 }],
    [{ a: [{ a: 1, b: 2, c: 3, d: 4 }] }, { path: 'request.a[0]', rule: 'too_many', limit: 3 }],
    [{ a: { abcdefg: 1 } }, { path: 'request.a', rule: 'too_long', limit: 6 }],
    [{ a: { '\0': 1 } }, { path: 'request.a', rule: 'wrong_format' }],
    [{ a: ['x\0'] }, { path: 'request.a[0]', rule: 'wrong_format' }],
    [[2 ** 53], { path: 'request[0]', rule: 'wrong_format' }],
    [{ a: () => 1 }, { path: 'request.a', rule: 'wrong_type' }],
  ]
  for (const [value, data] of broken) assert.throws(() => check(value), { data })
  assert.throws(() => checkNesting('['.repeat(5_000), bounds, 'request'), {
    data: { path: 'request', rule: 'too_deep', limit: 3 },
  })
})

test('an extremely deep request is refused without exhausting the stack', () => {
  const text = '['.repeat(100_000) + ']'.repeat(100_000)
  assert.throws(() => check(JSON.parse(text)), refusal('validation', /nested deeper/))
})

test('a long JSON text is refused when it is nested deeper than allowed', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}"${'x'.repeat(5_000)}"${']'.repeat(depth)}`
  assert.doesNotThrow(() => checkNesting(nested(3), bounds, 'request'))
  assert.throws(
    () => checkNesting(nested(4), bounds, 'request'),
    refusal('validation', /deeper than 3 levels/),
  )
})
