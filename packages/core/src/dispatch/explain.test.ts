import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { mapOf } from '../contract/record.js'
import { explain } from './explain.js'

const literals = Type.Union([Type.Literal('all'), Type.Literal('agents')])
const mixed = Type.Union([Type.String(), Type.Integer(), Type.Boolean()])
const tagged = Type.Union([
  Type.Object({ type: Type.Literal('message'), text: Type.String({ minLength: 1 }) }),
  Type.Object({ type: Type.Literal('custom'), content: Type.Object({}) }),
])
const optional = Type.Object({ a: Type.Optional(Type.String()), b: Type.Integer() })

const closed = Type.Object(
  { a: Type.String(), b: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
)

const refused: readonly (readonly [string, TSchema, unknown, string])[] = [
  ['a missing field', optional, {}, 'p.b is required'],
  ['an undefined field', optional, { b: undefined }, 'p.b is required'],
  ['an unknown field', closed, { a: 'x', c: 1 }, 'p cannot have c: its keys are a, b'],
  [
    'all unknown fields, before one that is missing',
    closed,
    { A: 1, constructor: 2 },
    'p cannot have A, constructor: its keys are a, b',
  ],
  ['a missing field where none is unknown', closed, { b: 1 }, 'p.a is required'],
  ['a wrong field', optional, { a: 1, b: 1 }, 'p.a must be a string'],
  ['the first of several problems', optional, { a: 1, b: 'x' }, 'p.a must be a string'],
  ['a string for an object', optional, 'x', 'p must be an object'],
  ['an array for an object', optional, [], 'p must be an object'],
  ['null for an object', optional, null, 'p must be an object'],
  ['an object for an array', Type.Array(Type.String()), {}, 'p must be an array'],
  ['too few items', Type.Array(Type.String(), { minItems: 1 }), [], 'p must have at least 1 items'],
  ['too many items', Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'p must have at most 1 items'],
  ['a wrong item', Type.Array(Type.Integer()), [1, '2'], 'p[1] must be an integer'],
  ['an empty string', Type.String({ minLength: 1 }), '', 'p must not be empty'],
  ['a long string', Type.String({ maxLength: 2 }), 'abc', 'p must have at most 2 characters'],
  [
    'a string long in code points',
    Type.String({ maxLength: 2 }),
    '😀😀😀',
    'p must have at most 2 characters',
  ],
  ['a fraction', Type.Integer(), 1.5, 'p must be an integer'],
  ['a small integer', Type.Integer({ minimum: 0 }), -1, 'p must be at least 0'],
  ['a large integer', Type.Integer({ maximum: 25 }), 26, 'p must be at most 25'],
  ['a string for a boolean', Type.Boolean(), 'true', 'p must be a boolean'],
  ['a value for null', Type.Null(), 0, 'p must be null'],
  ['another literal', Type.Literal('x'), 'y', 'p must be x'],
  ['none of the literals', literals, 'nobody', 'p must be one of all, agents'],
  ['none of the types', mixed, null, 'p has not the right type'],
  ['a scalar for a tagged object', tagged, 1, 'p must be an object'],
  ['a missing tag', tagged, { text: 'x' }, 'p.type is required'],
  ['an unknown tag', tagged, { type: 'file' }, 'p.type must be one of message, custom'],
  ['a problem in the tagged branch only', tagged, { type: 'message', content: {} }, 'p.text is required'],
  ['a deep problem in the tagged branch', tagged, { type: 'message', text: '' }, 'p.text must not be empty'],
  [
    'too many keys',
    mapOf(Type.String(), { maxProperties: 1 }),
    { a: '1', b: '2' },
    'p must have at most 1 keys',
  ],
  ['a wrong value of a map', mapOf(Type.String()), { a: '1', b: 2 }, 'p.b must be a string'],
  [
    'a field that no one may set',
    Type.Object({ a: Type.Optional(Type.Never()) }),
    { a: 1 },
    'p.a cannot be set',
  ],
]

for (const [title, schema, value, message] of refused) {
  test(`explains ${title}`, () => {
    assert.equal(Compile(schema).Check(value), false)
    assert.equal(explain(schema, value, 'p'), message)
  })
}

test('a keyword that it does not know gets a general answer', () => {
  const schema = Type.String({ pattern: '^a$' })
  assert.equal(explain(schema, 'b', 'p'), 'p has not the right shape')
})

test('a wrong value of a map is found whatever its key', () => {
  const schema = mapOf(Type.String())
  for (const key of ['line\nbreak', '', '__proto__', '\u2028']) {
    const value: unknown = JSON.parse(`{${JSON.stringify(key)}: 1}`)
    assert.equal(Compile(schema).Check(value), false)
    assert.equal(explain(schema, value, 'p'), `p.${key} must be a string`)
  }
})
