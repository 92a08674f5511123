import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as agentInputs from '../admin/inputs/agent.js'
import * as appInputs from '../admin/inputs/app.js'
import * as customerInputs from '../admin/inputs/customer.js'
import * as licenseInputs from '../admin/inputs/license.js'
import * as propertyInputs from '../admin/inputs/property.js'
import * as tokenInputs from '../admin/inputs/token.js'
import * as webhookInputs from '../admin/inputs/webhook.js'
import * as agentActions from '../contract/agent-actions.js'
import * as customerActions from '../contract/customer-actions.js'
import { documentKeyword, formKeyword } from '../contract/limits.js'
import { mapOf } from '../contract/record.js'
import { dataOptions } from '../options/options.js'
import type { ValidationData } from '../validation-rules.js'
import { explain, invalidBy } from './explain.js'

const adminInputs: readonly TSchema[] = [
  agentInputs,
  appInputs,
  customerInputs,
  licenseInputs,
  propertyInputs,
  tokenInputs,
  webhookInputs,
].flatMap((inputs) => Object.values(inputs))

const literals = Type.Union([Type.Literal('all'), Type.Literal('agents')])
const mixed = Type.Union([Type.String(), Type.Integer(), Type.Boolean()])
const tagged = Type.Union([
  Type.Object({ type: Type.Literal('message'), text: Type.String({ minLength: 1 }) }),
  Type.Object({ type: Type.Literal('custom'), content: Type.Object({}) }),
])
const numberOrList = Type.Union([Type.Integer({ minimum: 0 }), Type.Array(Type.String())])
const optional = Type.Object({ a: Type.Optional(Type.String()), b: Type.Integer() })

const closed = Type.Object(
  { a: Type.String(), b: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
)

const refused: readonly (readonly [string, TSchema, unknown, string, ValidationData])[] = [
  ['a missing field', optional, {}, 'p.b is required', { path: 'p.b', rule: 'required' }],
  ['an undefined field', optional, { b: undefined }, 'p.b is required', { path: 'p.b', rule: 'required' }],
  [
    'an unknown field',
    closed,
    { a: 'x', c: 1 },
    'p cannot have c: its keys are a, b',
    { path: 'p.c', rule: 'unknown_field' },
  ],
  [
    'all unknown fields, before one that is missing',
    closed,
    { A: 1, constructor: 2 },
    'p cannot have A, constructor: its keys are a, b',
    { path: 'p.A', rule: 'unknown_field' },
  ],
  [
    'a missing field where none is unknown',
    closed,
    { b: 1 },
    'p.a is required',
    { path: 'p.a', rule: 'required' },
  ],
  ['a wrong field', optional, { a: 1, b: 1 }, 'p.a must be a string', { path: 'p.a', rule: 'wrong_type' }],
  [
    'the first of several problems',
    optional,
    { a: 1, b: 'x' },
    'p.a must be a string',
    { path: 'p.a', rule: 'wrong_type' },
  ],
  ['a string for an object', optional, 'x', 'p must be an object', { path: 'p', rule: 'wrong_type' }],
  [
    'a string for a closed object',
    closed,
    'x',
    'p must be an object with some of a, b',
    { path: 'p', rule: 'wrong_type' },
  ],
  ['an array for an object', optional, [], 'p must be an object', { path: 'p', rule: 'wrong_type' }],
  ['null for an object', optional, null, 'p must be an object', { path: 'p', rule: 'wrong_type' }],
  [
    'an object for an array',
    Type.Array(Type.String()),
    {},
    'p must be an array',
    { path: 'p', rule: 'wrong_type' },
  ],
  [
    'too few items',
    Type.Array(Type.String(), { minItems: 1 }),
    [],
    'p must have at least 1 items',
    { path: 'p', rule: 'too_few', limit: 1 },
  ],
  [
    'too many items',
    Type.Array(Type.String(), { maxItems: 1 }),
    ['a', 'b'],
    'p must have at most 1 items',
    { path: 'p', rule: 'too_many', limit: 1 },
  ],
  [
    'a wrong item',
    Type.Array(Type.Integer()),
    [1, '2'],
    'p[1] must be an integer',
    { path: 'p[1]', rule: 'wrong_type' },
  ],
  ['an empty string', Type.String({ minLength: 1 }), '', 'p must not be empty', { path: 'p', rule: 'empty' }],
  [
    'a string that is too short',
    Type.String({ minLength: 2 }),
    'a',
    'p must have at least 2 characters',
    { path: 'p', rule: 'too_short', limit: 2 },
  ],
  [
    'a string of another form',
    Type.String({ pattern: '^\\S+$' }),
    'a b',
    'p must be text that matches ^\\S+$',
    { path: 'p', rule: 'wrong_format' },
  ],
  [
    'a string of another form that has a name',
    Type.String({ pattern: '^/', [formKeyword]: 'an absolute path' }),
    'a',
    'p must be an absolute path',
    { path: 'p', rule: 'wrong_format' },
  ],
  [
    'a form that a check of our own refuses',
    Type.Refine(
      Type.String(),
      (text) => text === text.toLowerCase(),
      () => 'must be in lower case',
    ),
    'A',
    'p must be in lower case',
    { path: 'p', rule: 'wrong_format' },
  ],
  [
    'a long string',
    Type.String({ maxLength: 2 }),
    'abc',
    'p must have at most 2 characters',
    { path: 'p', rule: 'too_long', limit: 2 },
  ],
  [
    'a string long in code points',
    Type.String({ maxLength: 2 }),
    '😀😀😀',
    'p must have at most 2 characters',
    { path: 'p', rule: 'too_long', limit: 2 },
  ],
  ['a fraction', Type.Integer(), 1.5, 'p must be an integer', { path: 'p', rule: 'wrong_type' }],
  [
    'a small integer',
    Type.Integer({ minimum: 0 }),
    -1,
    'p must be at least 0',
    { path: 'p', rule: 'too_low', limit: 0 },
  ],
  [
    'a large integer',
    Type.Integer({ maximum: 25 }),
    26,
    'p must be at most 25',
    { path: 'p', rule: 'too_high', limit: 25 },
  ],
  [
    'an integer out of its range',
    Type.Integer({ minimum: 1, maximum: 25 }),
    26,
    'p must be an integer from 1 to 25',
    { path: 'p', rule: 'too_high', limit: 25 },
  ],
  [
    'a string for an integer in a range',
    Type.Integer({ minimum: 1, maximum: 25 }),
    '1',
    'p must be an integer from 1 to 25',
    { path: 'p', rule: 'wrong_type' },
  ],
  [
    'none of the values',
    Type.Enum(['x', 'y']),
    'z',
    'p must be one of x, y',
    { path: 'p', rule: 'wrong_value' },
  ],
  [
    'none of two kinds',
    numberOrList,
    '1',
    'p must be an integer or an array',
    { path: 'p', rule: 'wrong_type' },
  ],
  [
    'none of the kinds of a union within another',
    Type.Union([mixed, Type.Array(Type.String())]),
    null,
    'p must be a string, an integer, a boolean or an array',
    { path: 'p', rule: 'wrong_type' },
  ],
  [
    'the number of two kinds',
    numberOrList,
    -1,
    'p must be at least 0',
    { path: 'p', rule: 'too_low', limit: 0 },
  ],
  [
    'an item of the list of two kinds',
    numberOrList,
    ['a', 1],
    'p[1] must be a string',
    { path: 'p[1]', rule: 'wrong_type' },
  ],
  [
    'a string for a boolean',
    Type.Boolean(),
    'true',
    'p must be a boolean',
    { path: 'p', rule: 'wrong_type' },
  ],
  ['a value for null', Type.Null(), 0, 'p must be null', { path: 'p', rule: 'wrong_type' }],
  ['another literal', Type.Literal('x'), 'y', 'p must be x', { path: 'p', rule: 'wrong_value' }],
  [
    'none of the literals',
    literals,
    'nobody',
    'p must be one of all, agents',
    { path: 'p', rule: 'wrong_value' },
  ],
  [
    'none of the types',
    mixed,
    null,
    'p must be a string, an integer or a boolean',
    { path: 'p', rule: 'wrong_type' },
  ],
  ['a scalar for a tagged object', tagged, 1, 'p must be an object', { path: 'p', rule: 'wrong_type' }],
  ['a missing tag', tagged, { text: 'x' }, 'p.type is required', { path: 'p.type', rule: 'required' }],
  [
    'an unknown tag',
    tagged,
    { type: 'file' },
    'p.type must be one of message, custom',
    { path: 'p.type', rule: 'wrong_value' },
  ],
  [
    'a problem in the tagged branch only',
    tagged,
    { type: 'message', content: {} },
    'p.text is required',
    { path: 'p.text', rule: 'required' },
  ],
  [
    'a deep problem in the tagged branch',
    tagged,
    { type: 'message', text: '' },
    'p.text must not be empty',
    { path: 'p.text', rule: 'empty' },
  ],
  [
    'too many keys',
    mapOf(Type.String(), { maxProperties: 1 }),
    { a: '1', b: '2' },
    'p must have at most 1 keys',
    { path: 'p', rule: 'too_many', limit: 1 },
  ],
  [
    'a wrong value of a map',
    mapOf(Type.String()),
    { a: '1', b: 2 },
    'p.b must be a string',
    { path: 'p.b', rule: 'wrong_type' },
  ],
  [
    'a field that no one may set',
    Type.Object({ a: Type.Optional(Type.Never()) }),
    { a: 1 },
    'p.a cannot be set',
    { path: 'p.a', rule: 'not_allowed' },
  ],
]

for (const [title, schema, value, message, data] of refused) {
  test(`explains ${title}`, () => {
    assert.equal(Compile(schema).Check(value), false)
    assert.equal(explain(schema, value, 'p'), message)
    assert.throws(
      () => {
        throw invalidBy(schema, value, 'p')
      },
      { message: `Wrong format of request: ${message}`, data },
    )
  })
}

test('an unknown keyword gets a general explanation', () => {
  const schema = Type.Array(Type.String(), { uniqueItems: true })
  assert.equal(explain(schema, ['b', 'b'], 'p'), 'p has not the right shape')
})

test('an invalid value of a map is found under any key', () => {
  const schema = mapOf(Type.String())
  for (const key of ['line\nbreak', '', '__proto__', '\u2028']) {
    const value: unknown = JSON.parse(`{${JSON.stringify(key)}: 1}`)
    assert.equal(Compile(schema).Check(value), false)
    assert.equal(explain(schema, value, 'p'), `p.${key} must be a string`)
  }
})

/**
 * Returns the keywords of a schema and all schemas within it, without names of properties and keywords that only the
 * documentation shows.
 */
function keywordsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf)
  return Object.entries(schema).flatMap(([keyword, part]) => {
    if (keyword === documentKeyword) return []
    const isByName = keyword === 'properties' || keyword === 'patternProperties'
    return [keyword, ...(isByName ? Object.values(part).flatMap(keywordsOf) : keywordsOf(part))]
  })
}

/** Keywords that cannot refuse a value. */
const annotations = ['default', 'description', 'x-parley-limit', 'x-parley-file', 'x-parley-spec']

test('every keyword that a schema uses can be explained', () => {
  const requests = [...Object.values(agentActions), ...Object.values(customerActions)].flatMap(
    ({ request }) => ('byVersion' in request ? Object.values(request.byVersion) : [request]),
  )
  const used = new Set([...requests, ...adminInputs, dataOptions].flatMap(keywordsOf))
  const explained = refused.flatMap(([, schema]) => keywordsOf(schema))
  assert.deepEqual(
    [...used].filter((keyword) => ![...explained, ...annotations].includes(keyword)),
    [],
  )
})
