import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { CallerSlots } from './caller-slots.js'

function givenSlots(count: number) {
  const slots = new CallerSlots(count)
  const begun: string[] = []
  const run = (callerId: string, name: string) => {
    const end = gate()
    const ended = slots.run(callerId, () => {
      begun.push(name)
      return end.promise
    })
    return { end, ended }
  }
  return { begun, run }
}

test('limits the concurrent work of one caller, and runs the rest in order', async () => {
  const { begun, run } = givenSlots(2)
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => run('one', name))
  assert.deepEqual(begun, ['1', '2'])
  second?.end.open()
  await second?.ended
  await nextTurn()
  assert.deepEqual(begun, ['1', '2', '3'])
  for (const each of [first, third, fourth]) each?.end.open()
  await Promise.all([first?.ended, third?.ended, fourth?.ended])
  assert.deepEqual(begun, ['1', '2', '3', '4'])
})

test('callers do not wait for each other', () => {
  const { begun, run } = givenSlots(1)
  for (const callerId of ['one', 'other']) run(callerId, callerId)
  assert.deepEqual(begun, ['one', 'other'])
})

test('a failing work frees its slot', async () => {
  const { begun, run } = givenSlots(1)
  const failing = run('one', 'failing')
  const next = run('one', 'next')
  failing.end.fail(new Error('no'))
  await assert.rejects(failing.ended, { message: 'no' })
  await nextTurn()
  assert.deepEqual(begun, ['failing', 'next'])
  next.end.open()
  await next.ended
})
