import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'

afterEach(() => {
  throw new Error('reaches the tests of this file only')
})
test('a test that fails', () => assert.equal(1 + 1, 3))
