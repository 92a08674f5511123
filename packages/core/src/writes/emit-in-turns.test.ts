import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead } from '../../test/domain-values.js'
import { nextTurn } from '../clock/next-turn.js'
import { type Emit, type Push, toChat } from '../domain/push.js'
import { emitInTurns } from './emit-in-turns.js'

const mebibyte = 1_048_576

const pushes = (count: number): readonly Push[] =>
  Array.from({ length: count }, (_, index) =>
    toChat(chatHead(), { name: 'thread_closed', chatId: `${index}`, threadId: 'thread', userId: null }),
  )

function recorder(bytesEach: number) {
  const emitted: string[] = []
  const emit: Emit = (some) => {
    for (const { body } of some) emitted.push('chatId' in body ? body.chatId : '')
    return some.length * bytesEach
  }
  return { emitted, emit }
}

test('what others need not wait for goes out at once', () => {
  const { emitted, emit } = recorder(1_000)
  void emitInTurns(emit, pushes(100))
  assert.equal(emitted.length, 100)
})

test('much goes out in pieces, in its order, and others are served in between', async () => {
  const { emitted, emit } = recorder(3 * mebibyte)
  const done = emitInTurns(emit, pushes(7))
  const seen = [emitted.length]
  while (emitted.length < 7) {
    await nextTurn()
    seen.push(emitted.length)
  }
  await done
  assert.deepEqual(seen, [1, 3, 5, 7])
  assert.deepEqual(emitted, ['0', '1', '2', '3', '4', '5', '6'])
})

test('however much one push comes to, the others follow', async () => {
  const { emitted, emit } = recorder(100 * mebibyte)
  await emitInTurns(emit, pushes(3))
  assert.equal(emitted.length, 3)
})

test('nothing is sent for no pushes', async () => {
  const { emitted, emit } = recorder(1)
  await emitInTurns(emit, [])
  assert.deepEqual(emitted, [])
})
