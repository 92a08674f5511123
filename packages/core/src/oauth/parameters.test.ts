import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseParameters, requireParameter } from './parameters.js'

const read: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  '': [],
  'a=1&b=2': [
    ['a', '1'],
    ['b', '2'],
  ],
  'a=1&': [['a', '1']],
  'a=': [],
  a: [],
  '=1': [['', '1']],
  'a=&a=1': [['a', '1']],
  'a=x+y%20z': [['a', 'x y z']],
  'a=b=c': [['a', 'b=c']],
  '%61=1': [['a', '1']],
  'a[]=1&a[0]=2': [
    ['a[]', '1'],
    ['a[0]', '2'],
  ],
  'a=%zz%': [['a', '%zz%']],
  'a=%FF': [['a', '\ufffd']],
  'a=%ED%A0%80': [['a', '\ufffd\ufffd\ufffd']],
  '__proto__=1&constructor=2': [
    ['__proto__', '1'],
    ['constructor', '2'],
  ],
  'A=1&a=2': [
    ['A', '1'],
    ['a', '2'],
  ],
}
for (const [text, expected] of Object.entries(read)) {
  test(`parses "${text}" as ${JSON.stringify(expected)}`, () => {
    assert.deepEqual([...parseParameters(text)], expected)
  })
}

const refused: Readonly<Record<string, string>> = {
  'a=1&a=2': 'a is given more than once',
  'a=1&a=1': 'a is given more than once',
  'a=1&%61=1': 'a is given more than once',
  'code=x%00': 'code contains a NUL character',
  '%22%5C=x%00': 'a parameter contains a NUL character',
  'é=1&é=2': 'a parameter is given more than once',
}
for (const [text, message] of Object.entries(refused)) {
  test(`refuses "${text}" with a description that is valid in a response`, () => {
    assert.throws(() => parseParameters(text), { code: 'invalid_request', message })
  })
}

test('requireParameter throws when a parameter is absent or empty', () => {
  const parameters = parseParameters('a=1&b=')
  assert.equal(requireParameter(parameters, 'a'), '1')
  for (const name of ['b', 'c', 'constructor']) {
    assert.throws(() => requireParameter(parameters, name), {
      code: 'invalid_request',
      message: `${name} is required`,
    })
  }
})
