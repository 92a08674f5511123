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

test('what there is room for is had at once', () => {
  const { budget, granted, ask } = givenBudget(800)
  for (const name of ['a', 'b', 'c']) ask(name, 100)
  assert.deepEqual(granted, ['a', 'b', 'c'])
  assert.equal(budget.heldBytes, 300)
})

test('a holder has an eighth at most, and waits for its own to come back', async () => {
  const { budget, granted, ask } = givenBudget(800)
  ask('first', 60, ['ada'])
  ask('second', 60, ['ada'])
  ask('other', 60, ['grace'])
  assert.deepEqual(granted, ['first', 'other'])
  budget.release(60, ['ada'])
  await nextTurn()
  assert.deepEqual(granted, ['first', 'other', 'second'])
})

test('each of several holders has an eighth at most', () => {
  const { granted, ask } = givenBudget(800)
  ask('ada', 60, ['ada', 'office'])
  ask('grace', 60, ['grace', 'office'])
  assert.deepEqual(granted, ['ada'])
})

test('who holds nothing may have more than an eighth, and more than there is when nobody has any', () => {
  const { granted, ask } = givenBudget(800)
  ask('large', 700)
  assert.deepEqual(granted, ['large'])
  const alone = givenBudget(800)
  alone.ask('huge', 10_000)
  assert.deepEqual(alone.granted, ['huge'])
})

test('who waits for room is served first, before who comes later and would fit', async () => {
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

test('who waits for its own keeps nobody else waiting', () => {
  const { granted, ask } = givenBudget(800)
  ask('first', 100, ['ada'])
  ask('second', 100, ['ada'])
  ask('other', 100, ['grace'])
  assert.deepEqual(granted, ['first', 'other'])
})

test('who was given up gets nothing, and holds up nobody', async () => {
  const { budget, granted, ask } = givenBudget(800)
  const cancellation = { aborted: false }
  for (let index = 0; index < 8; index += 1) ask(`${index}`, 100)
  ask('given up', 100, ['given up'], cancellation)
  ask('patient', 100)
  cancellation.aborted = true
  budget.release(100, ['0'])
  await nextTurn()
  assert.deepEqual(granted.slice(8), ['patient'])
  assert.equal(budget.heldBytes, 800)
})

test('a request that is over acquires nothing', () => {
  const { budget } = givenBudget(800)
  assert.throws(() => budget.acquire(1, ['ada'], { aborted: true }), refusal('request_timeout'))
  assert.equal(budget.heldBytes, 0)
})

test('all that was held is free again in the end', () => {
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
