import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as all from '../src/index.js'
import * as signIn from '../src/sign-in.js'

test('@parley/client exports everything that its entries export', () => {
  assert.deepEqual(Object.keys(all).toSorted(), Object.keys(signIn).toSorted())
})
