import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Gate, gate } from '../../test/gate.js'
import { KeyedLocks } from './keyed-locks.js'

/** Starts works that record when they begin, and end when the test lets them. */
class Works {
  readonly begun: string[] = []
  readonly #locks = new KeyedLocks()
  readonly #gates = new Map<string, Gate>()

  start(name: string, mode: 'shared' | 'exclusive', key = 'chat'): Promise<string> {
    const end = gate()
    this.#gates.set(name, end)
    return this.#locks.run(key, mode, async () => {
      this.begun.push(name)
      await end.promise
      return name
    })
  }

  async end(name: string): Promise<void> {
    this.#gates.get(name)?.open()
    await nextTurn()
  }

  async fail(name: string, cause: unknown): Promise<void> {
    this.#gates.get(name)?.fail(cause)
    await nextTurn()
  }
}

test('runs shared works concurrently', () => {
  const works = new Works()
  for (const name of ['a', 'b', 'c']) void works.start(name, 'shared')
  assert.deepEqual(works.begun, ['a', 'b', 'c'])
})

test('starts work synchronously when the lock is free', () => {
  const works = new Works()
  void works.start('a', 'exclusive')
  assert.deepEqual(works.begun, ['a'])
})

test('runs exclusive works one after the other, in order', async () => {
  const works = new Works()
  for (const name of ['a', 'b', 'c']) void works.start(name, 'exclusive')
  assert.deepEqual(works.begun, ['a'])
  await works.end('a')
  assert.deepEqual(works.begun, ['a', 'b'])
  await works.end('b')
  assert.deepEqual(works.begun, ['a', 'b', 'c'])
})

test('an exclusive work waits for all shared works', async () => {
  const works = new Works()
  void works.start('a', 'shared')
  void works.start('b', 'shared')
  void works.start('c', 'exclusive')
  await works.end('a')
  assert.deepEqual(works.begun, ['a', 'b'])
  await works.end('b')
  assert.deepEqual(works.begun, ['a', 'b', 'c'])
})

test('shared works do not overtake an exclusive one that waits', async () => {
  const works = new Works()
  void works.start('a', 'shared')
  void works.start('b', 'exclusive')
  void works.start('c', 'shared')
  void works.start('d', 'shared')
  void works.start('e', 'exclusive')
  assert.deepEqual(works.begun, ['a'])
  await works.end('a')
  assert.deepEqual(works.begun, ['a', 'b'])
  await works.end('b')
  assert.deepEqual(works.begun, ['a', 'b', 'c', 'd'])
  await works.end('d')
  assert.deepEqual(works.begun, ['a', 'b', 'c', 'd'])
  await works.end('c')
  assert.deepEqual(works.begun, ['a', 'b', 'c', 'd', 'e'])
})

test('different keys do not wait for each other', () => {
  const works = new Works()
  void works.start('a', 'exclusive', 'one')
  void works.start('b', 'exclusive', 'other')
  assert.deepEqual(works.begun, ['a', 'b'])
})

for (const mode of ['shared', 'exclusive'] as const) {
  test(`a failing ${mode} work rejects its caller and blocks no others`, async () => {
    const works = new Works()
    const failing = works.start('a', mode)
    const next = works.start('b', 'exclusive')
    const failure = new Error('mine')
    const rejected = assert.rejects(failing, failure)
    await works.fail('a', failure)
    await rejected
    await works.end('b')
    assert.equal(await next, 'b')
  })
}

test('a work that throws synchronously blocks no others', async () => {
  const locks = new KeyedLocks()
  const failure = new Error('mine')
  const failing = locks.run('chat', 'exclusive', () => {
    throw failure
  })
  await assert.rejects(failing, failure)
  assert.equal(await locks.run('chat', 'exclusive', async () => 'next'), 'next')
})

test('a lock can be taken again after it was released', async () => {
  const works = new Works()
  void works.start('a', 'exclusive')
  await works.end('a')
  void works.start('b', 'shared')
  void works.start('c', 'exclusive')
  assert.deepEqual(works.begun, ['a', 'b'])
  await works.end('b')
  assert.deepEqual(works.begun, ['a', 'b', 'c'])
})
