import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refusal } from '../../../test/assertions.js'
import { ByteBudget } from './byte-budget.js'

const going = { aborted: false }

function givenBudget(totalBytes: number) {
  const budget = new ByteBudget(totalBytes)
  const granted: string[] = []
  /** Acquires bytes, and records the name when they are granted. */
  const ask = (name: string, bytes: number, holders = [name], cancellation = going) => {
    const waiting = budget.acquire(bytes, holders, cancellation)
    if (waiting === undefined) granted.push(name)
    else waiting.then(() => granted.push(name))
  }
  return { budget, granted, ask }
}

test('grants bytes immediately when the budget allows it', () => {
  const { budget, granted, ask } = givenBudget(800)
  for (const name of ['a', 'b', 'c']) ask(name, 100)
  assert.deepEqual(granted, ['a', 'b', 'c'])
  assert.equal(budget.heldBytes, 300)
})

test('a holder gets at most an eighth, and waits until it releases its own bytes', async () => {
  const { budget, granted, ask } = givenBudget(800)
  ask('first', 60, ['ada'])
  ask('second', 60, ['ada'])
  ask('other', 60, ['grace'])
  assert.deepEqual(granted, ['first', 'other'])
  budget.release(60, ['ada'])
  await nextTurn()
  assert.deepEqual(granted, ['first', 'other', 'second'])
})

test('every one of several holders gets at most an eighth', () => {
  const { granted, ask } = givenBudget(800)
  ask('ada', 60, ['ada', 'office'])
  ask('grace', 60, ['grace', 'office'])
  assert.deepEqual(granted, ['ada'])
})

test('a holder without bytes may exceed its share, and the whole budget when it is unused', () => {
  const { granted, ask } = givenBudget(800)
  ask('large', 700)
  assert.deepEqual(granted, ['large'])
  const alone = givenBudget(800)
  alone.ask('huge', 10_000)
  assert.deepEqual(alone.granted, ['huge'])
})

test('serves waiting requests before later ones that would fit', async () => {
  const { budget, granted, ask } = givenBudget(800)
  for (let index = 0; index < 7; index += 1) ask(`${index}`, 100)
  ask('large', 200)
  ask('small', 50)
  assert.equal(granted.length, 7)
  budget.release(100, ['0'])
  await nextTurn()
  assert.deepEqual(granted.slice(7), ['large'])
  budget.release(100, ['1'])
  await nextTurn()
  assert.deepEqual(granted.slice(7), ['large', 'small'])
})

test('a request that waits for its own holder does not block others', () => {
  const { granted, ask } = givenBudget(800)
  ask('first', 100, ['ada'])
  ask('second', 100, ['ada'])
  ask('other', 100, ['grace'])
  assert.deepEqual(granted, ['first', 'other'])
})

test('a cancelled request gets nothing and blocks no other', async () => {
  const { budget, granted, ask } = givenBudget(800)
  const cancellation = { aborted: false }
  for (let index = 0; index < 8; index += 1) ask(`${index}`, 100)
  ask('given up', 100, ['given up'], cancellation)
  ask('deferrable', 100)
  cancellation.aborted = true
  budget.release(100, ['0'])
  await nextTurn()
  assert.deepEqual(granted.slice(8), ['deferrable'])
  assert.equal(budget.heldBytes, 800)
})

test('throws for a request that is already cancelled', () => {
  const { budget } = givenBudget(800)
  assert.throws(() => budget.acquire(1, ['ada'], { aborted: true }), refusal('request_timeout'))
  assert.equal(budget.heldBytes, 0)
})

test('the budget is empty after everything was released', () => {
  const { budget, ask } = givenBudget(800)
  ask('a', 60, ['a', 'office'])
  ask('b', 30, ['b', 'office'])
  budget.release(60, ['a', 'office'])
  budget.release(10, ['b', 'office'])
  budget.release(20, ['b', 'office'])
  assert.equal(budget.heldBytes, 0)
  ask('c', 100, ['c', 'office'])
  assert.equal(budget.heldBytes, 100)
})
