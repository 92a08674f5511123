import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPromise } from './promises.js'

class OwnPromise<T> extends Promise<T> {}

const withThen = (then: unknown) => Object.fromEntries([['then', then]])

test('isPromise is true for every value with a `then` method', () => {
  const foreign: unknown = withThen(() => undefined)
  for (const value of [Promise.resolve(1), OwnPromise.resolve(1), (async () => 1)(), foreign]) {
    assert.equal(isPromise<unknown>(value), true)
  }
})

test('isPromise is false for plain values', () => {
  for (const value of [undefined, null, 1, 'then', withThen(1), {}, []]) {
    assert.equal(isPromise<unknown>(value), false)
  }
})
