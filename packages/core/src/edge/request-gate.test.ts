import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Gate, gate } from '../../test/gate.js'
import { RequestGate } from './request-gate.js'

function givenGate(max: number) {
  const heard: string[] = []
  const gates = new Map<string, Gate>()
  const socket = { pause: () => heard.push('pause'), resume: () => heard.push('resume') }
  const requests = new RequestGate(max, socket)
  const run = (name: string) => {
    const end = gate()
    gates.set(name, end)
    requests.run(async () => {
      heard.push(name)
      await end.promise
    })
  }
  const end = async (name: string) => {
    gates.get(name)?.open()
    await nextTurn()
  }
  return { requests, heard, run, end }
}

test('requests below the bound run at once, and the peer is read on', () => {
  const { heard, run } = givenGate(3)
  run('a')
  run('b')
  assert.deepEqual(heard, ['a', 'b'])
})

test('at the bound the peer is read no more, until one has ended', async () => {
  const { heard, run, end } = givenGate(2)
  run('a')
  run('b')
  assert.deepEqual(heard, ['a', 'pause', 'b'])
  await end('b')
  assert.deepEqual(heard, ['a', 'pause', 'b', 'resume'])
})

test('what had arrived already waits in its order', async () => {
  const { heard, run, end } = givenGate(1)
  for (const name of ['a', 'b', 'c']) run(name)
  assert.deepEqual(heard, ['pause', 'a'])
  await end('a')
  await end('b')
  assert.deepEqual(
    heard.filter((entry) => entry.length === 1),
    ['a', 'b', 'c'],
  )
  assert.equal(heard.includes('resume'), false)
  await end('c')
  assert.equal(heard.at(-1), 'resume')
})

test('no more than the bound run at the same time', async () => {
  const { heard, run, end } = givenGate(2)
  for (const name of ['a', 'b', 'c', 'd']) run(name)
  await end('a')
  assert.deepEqual(
    heard.filter((entry) => entry.length === 1),
    ['a', 'b', 'c'],
  )
})

test('a cleared gate starts nothing that waits', async () => {
  const { requests, heard, run, end } = givenGate(1)
  run('a')
  run('b')
  requests.clear()
  await end('a')
  assert.deepEqual(heard, ['pause', 'a', 'resume'])
})
