import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearerToken, getHeader, loginToken } from './headers.js'

test('getHeader returns the first value of a repeated header', () => {
  assert.equal(getHeader({ a: 'x' }, 'a'), 'x')
  assert.equal(getHeader({ a: ['x', 'y'] }, 'a'), 'x')
  assert.equal(getHeader({ a: [] }, 'a'), undefined)
  assert.equal(getHeader({ a: undefined }, 'a'), undefined)
  assert.equal(getHeader({}, 'a'), undefined)
})

const bearers: readonly (readonly [string, string | undefined])[] = [
  ['Bearer token', 'token'],
  ['bearer token', 'token'],
  ['BEARER   token  ', 'token'],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearertoken', undefined],
  ['Bearer two tokens', undefined],
  ['Basic token', undefined],
  [' Bearer token', undefined],
  ['', undefined],
]

for (const [authorization, token] of bearers) {
  test(`${JSON.stringify(authorization)} carries ${token ?? 'no token'}`, () => {
    assert.equal(bearerToken({ authorization }), token)
  })
}

test('no header carries no token', () => assert.equal(bearerToken({}), undefined))

test('loginToken accepts a token with or without the scheme', () => {
  assert.equal(loginToken('token'), 'token')
  assert.equal(loginToken('Bearer token'), 'token')
  assert.equal(loginToken('bearer  token'), 'token')
  assert.equal(loginToken('Bearer'), 'Bearer')
  assert.equal(loginToken('Bearertoken'), 'Bearertoken')
})
