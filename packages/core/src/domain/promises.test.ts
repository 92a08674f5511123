import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPromise } from './promises.js'

class OwnPromise<T> extends Promise<T> {}

test('whatever has a `then` is still to come', () => {
  const others = { of: { then: () => undefined } }
  for (const value of [Promise.resolve(1), OwnPromise.resolve(1), (async () => 1)(), others.of]) {
    assert.equal(isPromise<unknown>(value), true)
  }
})

test('a value is there', () => {
  for (const value of [undefined, null, 1, 'then', { then: 1 }, {}, []]) {
    assert.equal(isPromise<unknown>(value), false)
  }
})
