import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { CallerPlaces } from './caller-places.js'

function givenPlaces(count: number) {
  const places = new CallerPlaces(count)
  const begun: string[] = []
  const run = (callerId: string, name: string) => {
    const end = gate()
    const ended = places.run(callerId, () => {
      begun.push(name)
      return end.promise
    })
    return { end, ended }
  }
  return { begun, run }
}

test('a caller has so many under way, the others follow in their order', async () => {
  const { begun, run } = givenPlaces(2)
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

test('no caller waits for another', () => {
  const { begun, run } = givenPlaces(1)
  for (const callerId of ['one', 'other']) run(callerId, callerId)
  assert.deepEqual(begun, ['one', 'other'])
})

test('one that fails leaves its place', async () => {
  const { begun, run } = givenPlaces(1)
  const failing = run('one', 'failing')
  const next = run('one', 'next')
  failing.end.fail(new Error('no'))
  await assert.rejects(failing.ended, { message: 'no' })
  await nextTurn()
  assert.deepEqual(begun, ['failing', 'next'])
  next.end.open()
  await next.ended
})
