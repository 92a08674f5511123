import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newEvent } from '../../test/domain-values.js'
import { type Gate, gate } from '../../test/gate.js'
import type { AppendCommand, AppendResult } from '../ports/stores/chats.js'
import { AppendQueue } from './append-queue.js'

/** A storage whose batches end when the test lets them. */
class HeldStorage {
  readonly batches: (readonly AppendCommand[])[] = []
  readonly #gates: Gate<readonly AppendResult[]>[] = []

  appendEvents(commands: readonly AppendCommand[]): Promise<readonly AppendResult[]> {
    this.batches.push(commands)
    const held = gate<readonly AppendResult[]>()
    this.#gates.push(held)
    return held.promise
  }

  chatIds(batch: number): readonly string[] {
    return (this.batches[batch] ?? []).map(({ chatId }) => chatId)
  }

  async store(batch: number): Promise<void> {
    const results = this.chatIds(batch).map((_, index) => ({ status: 'stored', orders: [index] }) as const)
    await this.answer(batch, results)
  }

  async answer(batch: number, results: readonly AppendResult[]): Promise<void> {
    this.#gates[batch]?.open(results)
    await nextTurn()
  }

  async fail(batch: number, cause: unknown): Promise<void> {
    this.#gates[batch]?.fail(cause)
    await nextTurn()
  }
}

function givenQueue() {
  const storage = new HeldStorage()
  const queue = new AppendQueue(storage)
  const heard: string[] = []
  const push = (chatId: string, done: (result: AppendResult) => void = () => undefined) => {
    const command = { chatId, revision: 1, events: [newEvent()], postponesTimeouts: true }
    queue.push(
      command,
      (result) => {
        heard.push(`${chatId} ${result.status}`)
        done(result)
      },
      (cause) => heard.push(`${chatId} failed: ${cause instanceof Error ? cause.message : cause}`),
    )
  }
  return { storage, heard, push }
}

test('the commands of one turn go together, in their order', async () => {
  const { storage, heard, push } = givenQueue()
  for (const chatId of ['a', 'b', 'c']) push(chatId)
  assert.equal(storage.batches.length, 0)
  await nextTurn()
  assert.deepEqual(storage.chatIds(0), ['a', 'b', 'c'])
  assert.deepEqual(heard, [])
  await storage.store(0)
  assert.deepEqual(heard, ['a stored', 'b stored', 'c stored'])
})

test('what arrives while a batch is under way is the next batch', async () => {
  const { storage, push } = givenQueue()
  push('a')
  await nextTurn()
  push('b')
  await nextTurn()
  push('c')
  await nextTurn()
  assert.equal(storage.batches.length, 1)
  await storage.store(0)
  assert.deepEqual(storage.chatIds(1), ['b', 'c'])
})

test('a command that an answer causes is in the next batch', async () => {
  const { storage, push } = givenQueue()
  push('a', () => push('b'))
  await nextTurn()
  await storage.store(0)
  assert.deepEqual(storage.chatIds(1), ['b'])
})

test('an idle queue starts again', async () => {
  const { storage, heard, push } = givenQueue()
  push('a')
  await nextTurn()
  await storage.store(0)
  push('b')
  await nextTurn()
  await storage.store(1)
  assert.deepEqual(heard, ['a stored', 'b stored'])
})

test('a batch is bounded, and the rest follows', async () => {
  const { storage, push } = givenQueue()
  for (let chat = 0; chat < 600; chat += 1) push(String(chat))
  await nextTurn()
  assert.equal(storage.chatIds(0).length, 512)
  await storage.store(0)
  assert.deepEqual(storage.chatIds(1).at(0), '512')
  assert.equal(storage.chatIds(1).length, 88)
})

test('each command gets its own result', async () => {
  const { storage, heard, push } = givenQueue()
  const results: AppendResult[] = []
  push('a', (result) => results.push(result))
  push('b', (result) => results.push(result))
  await nextTurn()
  const answer: readonly AppendResult[] = [
    { status: 'stale', head: undefined },
    { status: 'stored', orders: [7] },
  ]
  await storage.answer(0, answer)
  assert.deepEqual(results, answer)
  assert.deepEqual(heard, ['a stale', 'b stored'])
})

test('a batch that fails fails each of its commands, and no other', async () => {
  const { storage, heard, push } = givenQueue()
  push('a')
  push('b')
  await nextTurn()
  push('c')
  await storage.fail(0, new Error('disk full'))
  await storage.store(1)
  assert.deepEqual(heard, ['a failed: disk full', 'b failed: disk full', 'c stored'])
})

test('a command without a result fails, and the others count', async () => {
  const { storage, heard, push } = givenQueue()
  push('a')
  push('b')
  await nextTurn()
  await storage.answer(0, [{ status: 'stored', orders: [1] }])
  assert.deepEqual(heard, ['a stored', 'b failed: The storage answered fewer results than commands'])
})
