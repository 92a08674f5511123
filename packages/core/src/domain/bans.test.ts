import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBanEnd, isBanned } from './bans.js'

const at = 1_700_000_000_250

test('a ban lasts the given number of days of 86,400 seconds', () => {
  assert.equal(getBanEnd(at, 1) - at, 86_400_000)
  assert.equal(getBanEnd(at, 3_650) - at, 3_650 * 86_400_000)
})

test('a ban expires on its own at its end, and not before', () => {
  const until = getBanEnd(at, 1)
  assert.equal(isBanned(until, at), true)
  assert.equal(isBanned(until, until - 1), true)
  assert.equal(isBanned(until, until), false)
})

test('a customer without a ban is not banned', () => {
  assert.equal(isBanned(null, 0), false)
})
