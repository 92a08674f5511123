import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { PushCalls } from './push-calls.js'

function given(maxCount: number) {
  const calls = new PushCalls(maxCount)
  const running: { readonly name: string; readonly end: () => Promise<void> }[] = []
  const add = (licenseId: number, name: string) => {
    calls.add(licenseId, () => {
      const held = gate()
      const end = () => {
        running.splice(
          running.findIndex((call) => call.name === name),
          1,
        )
        held.open()
        return nextTurn()
      }
      running.push({ name, end })
      return held.promise
    })
  }
  return { calls, add, running, names: () => running.map(({ name }) => name) }
}

test('one license uses at most a fourth of the slots, and its other calls follow in order', async () => {
  const { add, running, names } = given(8)
  for (const name of ['a', 'b', 'c', 'd']) add(1, name)
  assert.deepEqual(names(), ['a', 'b'])
  await running[1]?.end()
  assert.deepEqual(names(), ['a', 'c'])
  await running[0]?.end()
  assert.deepEqual(names(), ['c', 'd'])
})

test('a license whose calls never end does not block other licenses', () => {
  const { add, names } = given(8)
  for (const name of ['hangs', 'hangs too', 'waits', 'waits too']) add(1, name)
  add(2, 'works')
  assert.deepEqual(names(), ['hangs', 'hangs too', 'works'])
})

test('licenses take turns when all slots are taken', async () => {
  const { add, running, names } = given(4)
  for (const licenseId of [1, 2, 3, 4]) for (const call of ['a', 'b']) add(licenseId, `${licenseId}${call}`)
  for (const call of ['a', 'b']) add(5, `5${call}`)
  assert.deepEqual(names(), ['1a', '2a', '3a', '4a'])
  await running[0]?.end()
  await running[0]?.end()
  assert.deepEqual(names(), ['3a', '4a', '1b', '2b'])
  await running[0]?.end()
  assert.deepEqual(names(), ['4a', '1b', '2b', '3b'])
  await running[1]?.end()
  assert.deepEqual(names(), ['4a', '2b', '3b', '5a'])
})

test('a license may queue calls while none of its own is queued and the queue is not full', () => {
  const { calls, add } = given(4)
  add(1, 'runs')
  assert.equal(calls.hasCapacity(1), true)
  add(1, 'waits')
  assert.deepEqual([calls.hasCapacity(1), calls.hasCapacity(2)], [false, true])
  for (let n = 0; n < 200; n += 1) add(1, `waits ${n}`)
  assert.equal(calls.hasCapacity(2), false)
})

test('clear drops the queued calls', async () => {
  const { calls, add, running, names } = given(4)
  for (const name of ['runs', 'waits']) add(1, name)
  calls.clear()
  await running[0]?.end()
  assert.deepEqual([names(), calls.hasCapacity(1)], [[], true])
})
