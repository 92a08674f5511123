import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerMap } from '../../test/answer-map.js'
import { refusal } from '../../test/assertions.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import { AlreadyAnswered, hashOf, IdempotencyRecords } from './idempotency-records.js'

const memoryMs = 1_000

function givenAnswers() {
  const clock = new VirtualClock(10_000)
  const store = new AnswerMap()
  const tx = scripted<StorageTransaction>({ answers: store })
  const answers = new IdempotencyRecords(scripted<StorageReads>({ answers: store }), clock, memoryMs)
  return { clock, tx, answers }
}

const request = { key: 'key', payloadHash: hashOf({ text: 'Hello' }) }

test('an unknown request has no answer', async () => {
  const { answers } = givenAnswers()
  assert.equal(await answers.find(request), undefined)
})

test('a repeated request gets the first answer', async () => {
  const { answers, tx, clock } = givenAnswers()
  await answers.keep(tx, request, { thread_id: 'thread' }, clock.now())
  assert.deepEqual(await answers.find(request), { response: { thread_id: 'thread' } })
  assert.equal(await answers.find({ ...request, key: 'other' }), undefined)
})

test('the same key with another payload is refused', async () => {
  const { answers, tx, clock } = givenAnswers()
  await answers.keep(tx, request, {}, clock.now())
  const other = { ...request, payloadHash: hashOf({ text: 'Bye' }) }
  await assert.rejects(answers.find(other), refusal('validation', /idempotency key was used before/))
})

test('an answer is forgotten after its time, and the key is free again', async () => {
  const { answers, tx, clock } = givenAnswers()
  await answers.keep(tx, request, { first: true }, clock.now())
  clock.advance(memoryMs - 1)
  assert.deepEqual(await answers.find(request), { response: { first: true } })
  clock.advance(1)
  assert.equal(await answers.find(request), undefined)
  await answers.keep(tx, request, { first: false }, clock.now())
  assert.deepEqual(await answers.find(request), { response: { first: false } })
})

test('the second of two equal requests at the same time undoes its transaction', async () => {
  const { answers, tx, clock } = givenAnswers()
  await answers.keep(tx, request, {}, clock.now())
  await assert.rejects(answers.keep(tx, request, {}, clock.now()), AlreadyAnswered)
})

test('payloads are told apart, and an absent one is not an empty one', () => {
  const hashes = [undefined, {}, { a: 1 }, { a: 2 }, { b: 1 }, []].map(hashOf)
  assert.equal(new Set(hashes).size, hashes.length)
  assert.equal(hashOf({ a: 1 }), hashOf({ a: 1 }))
})
