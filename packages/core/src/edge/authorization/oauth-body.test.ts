import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { customerParameters, formParameters } from './oauth-body.js'

const json = { 'content-type': 'application/json' }
const parse = (text: string) => customerParameters(json, '', text)
const repeated = {
  name: 'OAuthError',
  code: 'invalid_request',
  message: 'a parameter is given more than once',
}

test('reads the members of a JSON body as parameters', () => {
  const body = { client_id: '":{}[],"', customer_id: 'a\\": "b', state: '\\\\', valid_for: 60 }
  for (const text of [JSON.stringify(body), JSON.stringify(body, undefined, ' \t\n\r')])
    assert.deepEqual(Object.fromEntries(parse(text)), { ...body, valid_for: '60' })
})

const repeats = {
  'as they are': '{"a":"x","a":"x"}',
  'with another value': '{"a":"x","b":"y","a":"z"}',
  'spelt with an escape': String.raw`{"a_b":"x","a\u005fb":"x"}`,
  'spelt with two escapes': String.raw`{"\u0061":"x","\u0061":"x"}`,
  'with a value that is no parameter first': '{"a":{"b":[{"c":1}]},"a":"x"}',
  'with a value that is empty first': '{"a":"","a":"x"}',
  'that an object has by itself': '{"__proto__":"x","__proto__":"y"}',
  'without a letter': '{"":"x","":"y"}',
  'with blanks around': '{ "a" : "x" ,\n"a"\t:"x" }',
}
for (const [how, text] of Object.entries(repeats)) {
  test(`refuses repeated names ${how}`, () => assert.throws(() => parse(text), repeated))
}

/** Generates a JSON string in which each character may be escaped. */
const spelling = fc
  .array(fc.tuple(fc.constantFrom('a', '_', '"', '\\', ':', '{', 'é'), fc.boolean()), { maxLength: 3 })
  .map((characters) => {
    const spelt = characters.map(([character, isEscaped]) =>
      isEscaped
        ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(character).slice(1, -1),
    )
    return `"${spelt.join('')}"`
  })

test('refuses equal names in any spelling, and accepts different ones', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(spelling, spelling), { maxLength: 5 }), (pairs) => {
      const text = `{${pairs.map(([name, value]) => `${name}: ${value}`).join(',')}}`
      const names = pairs.map(([name]): unknown => JSON.parse(name))
      if (new Set(names).size === names.length) assert.doesNotThrow(() => parse(text))
      else assert.throws(() => parse(text), repeated)
    }),
  )
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parsedForm = (value: unknown) => formParameters(form, { value, bytes: 0 })

test('a parsed form has the same parameters as its text', () => {
  const value = {
    grant_type: 'refresh_token',
    empty: '',
    scope: ['', 'one'],
    nested: { a: 'x' },
    list: [{ a: 'x' }],
  }
  const text = 'grant_type=refresh_token&empty=&scope=&scope=one&nested[a]=x&list[0][a]=x'
  const known = new Map([
    ['grant_type', 'refresh_token'],
    ['scope', 'one'],
  ])
  assert.deepEqual(parsedForm(value), known)
  assert.deepEqual(parsedForm(Object.assign(Object.create(null), value)), known)
  for (const [name, parameter] of known) assert.equal(formParameters(form, text).get(name), parameter)
})

test('a parsed form is refused with the same error as its text', () => {
  const twice = { code: 'invalid_request', message: 'scope is given more than once' }
  assert.throws(() => parsedForm({ scope: ['one', 'two'] }), twice)
  assert.throws(() => formParameters(form, 'scope=one&scope=two'), twice)
  assert.throws(() => parsedForm({ state: 'a\0' }), { message: 'state contains a NUL character' })
  for (const value of [undefined, null, [], 7]) {
    assert.throws(() => parsedForm(value), { code: 'invalid_request', message: 'the body must be a form' })
  }
  assert.throws(() => formParameters(json, { value: {}, bytes: 2 }), { message: /Content-Type must be/ })
})

test('parsed JSON has the same parameters as its text', () => {
  const parsed = (value: unknown) => customerParameters(json, 'client_id=c', { value, bytes: 0 })
  assert.deepEqual(Object.fromEntries(parsed({ customer_id: 'x', valid_for: 60, state: '' })), {
    client_id: 'c',
    customer_id: 'x',
    valid_for: '60',
  })
  const nulls = '{"customer_id":null,"valid_for":60,"state":null}'
  assert.deepEqual(Object.fromEntries(parsed(JSON.parse(nulls))), { client_id: 'c', valid_for: '60' })
  assert.deepEqual(customerParameters(json, 'client_id=c', nulls), parsed(JSON.parse(nulls)))
  const twice = '{"state":null,"state":null}'
  assert.throws(() => customerParameters(json, '', twice), { message: 'a parameter is given more than once' })
  assert.throws(() => parsed([]), { message: 'the body must be a JSON object' })
  assert.throws(() => parsed({ a: {} }), { message: 'a parameter is neither a string nor a number' })
  assert.throws(() => parsed({ client_id: 'd' }), { message: 'a parameter differs between query and body' })
})
