import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { customerParameters } from './oauth-body.js'

const json = { 'content-type': 'application/json' }
const parse = (text: string) => customerParameters(json, '', text)
const repeated = {
  name: 'OAuthError',
  code: 'invalid_request',
  message: 'a parameter is given more than once',
}

test('the parameters of a JSON body are its members, whatever their texts hold', () => {
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
  test(`names ${how} are refused when they repeat`, () => assert.throws(() => parse(text), repeated))
}

/** A name or text, each of its characters escaped or not. */
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

test('any spelling of two equal names is refused, and of different ones is not', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(spelling, spelling), { maxLength: 5 }), (pairs) => {
      const text = `{${pairs.map(([name, value]) => `${name}: ${value}`).join(',')}}`
      const names = pairs.map(([name]): unknown => JSON.parse(name))
      if (new Set(names).size === names.length) assert.doesNotThrow(() => parse(text))
      else assert.throws(() => parse(text), repeated)
    }),
  )
})
