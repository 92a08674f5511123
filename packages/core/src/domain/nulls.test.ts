import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { mapOf } from '../contract/record.js'
import { refusing } from '../contract/refused.js'
import { withoutNulls } from './nulls.js'

const details = Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) })
const tagged = Type.Union([
  Type.Object({ type: Type.Literal('message'), text: Type.String(), note: Type.Optional(Type.String()) }),
  Type.Object({ type: Type.Literal('form'), note: Type.Number(), text: Type.Optional(Type.String()) }),
])
const direct = Type.Union([
  Type.String(),
  Type.Object({ value: Type.String(), unit: Type.Optional(Type.String()) }),
])
const closed = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })

const cases: readonly (readonly [title: string, schema: TSchema, value: unknown, expected: unknown])[] = [
  ['an optional field is left out', details, { name: 'a', email: null }, { name: 'a' }],
  ['a required field stays', details, { name: null, email: null }, { name: null }],
  ['an undeclared field stays', details, { name: 'a', other: null }, { name: 'a', other: null }],
  [
    'a field deep within is left out',
    Type.Object({ list: Type.Array(Type.Object({ of: details })) }),
    { list: [{ of: { name: 'a', email: null } }] },
    { list: [{ of: { name: 'a' } }] },
  ],
  ['an item stays', Type.Array(Type.Optional(Type.String())), ['a', null], ['a', null]],
  ['a key of a map stays', mapOf(Type.String()), { a: null }, { a: null }],
  [
    'a field within a map is left out',
    mapOf(details),
    { k: { name: 'a', email: null } },
    { k: { name: 'a' } },
  ],
  [
    'a union goes by its literal',
    tagged,
    { type: 'message', text: null, note: null },
    { type: 'message', text: null },
  ],
  ['the other branch too', tagged, { type: 'form', text: null, note: null }, { type: 'form', note: null }],
  ['no branch, no change', tagged, { type: 'x', note: null }, { type: 'x', note: null }],
  ['a union goes by its kind', direct, { value: 'a', unit: null }, { value: 'a' }],
  [
    'a field that cannot be set is left out',
    refusing(details, 'secret'),
    { name: 'a', secret: null },
    { name: 'a' },
  ],
  ['a closed object too', closed, { a: null }, {}],
  ['a prototype is no field', closed, JSON.parse('{"__proto__":null}'), JSON.parse('{"__proto__":null}')],
  ['null itself stays', details, null, null],
]

test('withoutNulls removes null from optional fields only', () => {
  for (const [title, schema, value, expected] of cases) {
    assert.deepEqual(withoutNulls(schema, value), expected, title)
  }
})

test('withoutNulls returns the same object when nothing is removed', () => {
  const value = { list: [{ of: { name: 'a', email: 'b' } }], more: { a: [null] } }
  const schema = Type.Object({ list: Type.Array(Type.Object({ of: details })) })
  assert.equal(withoutNulls(schema, value), value)
})
