import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { closeParts, closingOrder, type Stage } from './closing.js'
import type { Part } from './part.js'

const drainMs = 10_000

/** One recording part in each stage, unless the test replaces it. */
function given(replaced: Partial<Record<Stage, Part>> = {}) {
  const clock = new VirtualClock(0)
  const done: string[] = []
  const partOf = (stage: Stage): readonly Part[] => [
    { drain: () => void done.push(`drain ${stage}`), close: () => void done.push(`close ${stage}`) },
    ...[replaced[stage] ?? {}],
  ]
  const parts = {
    bodies: partOf('bodies'),
    requests: partOf('requests'),
    background: partOf('background'),
    connections: partOf('connections'),
    storage: partOf('storage'),
    facts: partOf('facts'),
    bus: partOf('bus'),
  }
  return { clock, done, close: () => closeParts(parts, { clock, drainMs }) }
}

test('stages close in the closing order', async () => {
  const { done, close } = given()
  await close()
  assert.deepEqual(done, [
    'close bodies',
    'drain requests',
    'close requests',
    'drain requests',
    'drain background',
    'drain connections',
    'drain facts',
    'close connections',
    'close storage',
    'close background',
    'drain facts',
    'close facts',
    'close bus',
  ])
})

test('every stage closes once, and its work ends while the storage is open', () => {
  const stepsOf = (does: 'drain' | 'close', stage: Stage) => {
    return closingOrder.flatMap((step, index) =>
      step.does === does && step.stages.includes(stage) ? [index] : [],
    )
  }
  for (const stage of new Set(closingOrder.flatMap(({ stages }) => stages))) {
    assert.equal(stepsOf('close', stage).length, 1, stage)
  }
  const [storageClosed = -1] = stepsOf('close', 'storage')
  for (const stage of ['requests', 'background', 'connections', 'facts'] as const) {
    const [drained = Number.POSITIVE_INFINITY] = stepsOf('drain', stage)
    assert.ok(drained < storageClosed, stage)
  }
})

test('running requests get the time that the host allows, and everything else half a second', async () => {
  const hangs: Part = { drain: () => new Promise(() => undefined) }
  const { clock, done, close } = given({ requests: hangs, connections: hangs })
  const closed = close()
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  }
  await pass(drainMs - 1)
  assert.equal(done.at(-1), 'drain requests')
  await pass(1)
  assert.deepEqual(done.slice(-2), ['close requests', 'drain requests'])
  await pass(500)
  assert.equal(done.at(-1), 'drain facts')
  await pass(499)
  assert.equal(done.at(-1), 'drain facts')
  await pass(1)
  await closed
  assert.equal(done.at(-1), 'close bus')
})

test('closing waits for the storage for as long as it takes', async () => {
  const held = gate()
  const { clock, done, close } = given({ storage: { close: () => held.promise } })
  const closed = close()
  for (let turns = 0; turns < 20; turns += 1) await nextTurn()
  clock.advance(60_000)
  await nextTurn()
  assert.equal(done.at(-1), 'close storage')
  held.open()
  await closed
  assert.equal(done.at(-1), 'close bus')
})

test('a part that fails keeps no other part from closing, and closing rejects with the first failure', async () => {
  const { done, close } = given({
    connections: { drain: () => Promise.reject(new Error('first')) },
    storage: {
      close: () => {
        throw new Error('second')
      },
    },
  })
  await assert.rejects(close(), new Error('first'))
  assert.equal(done.at(-1), 'close bus')
})
