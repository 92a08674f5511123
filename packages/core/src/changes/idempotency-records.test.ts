import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { openStorage } from '../../test/open-storage.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import {
  DuplicateRequestError,
  hashJson,
  hashPayload,
  IdempotencyRecords,
  type IdempotentRequest,
} from './idempotency-records.js'

const memoryMs = 1_000

async function givenAnswers(kept: IdempotentRequest = request) {
  const clock = new VirtualClock(10_000)
  const storage = await openStorage()
  const answers = new IdempotencyRecords(storage.read, clock, memoryMs)
  const keep = (response: object) =>
    storage.transaction((tx) => answers.store(tx, kept, response, clock.now()))
  return { clock, answers, keep }
}

const request = { key: 'key', payloadHash: hashPayload({ text: 'Hello' }) }

test('an unknown request has no stored response', async () => {
  const { answers } = await givenAnswers()
  assert.equal(await answers.find(request), undefined)
})

test('a repeated request gets the first response', async () => {
  const { answers, keep } = await givenAnswers()
  await keep({ thread_id: 'thread' })
  assert.deepEqual(await answers.find(request), { response: { thread_id: 'thread' } })
  assert.equal(await answers.find({ ...request, key: 'other' }), undefined)
})

test('the same key with another payload is refused', async () => {
  const { answers, keep } = await givenAnswers()
  await keep({})
  const other = { ...request, payloadHash: hashPayload({ text: 'Bye' }) }
  await assert.rejects(answers.find(other), refusal('validation', /idempotency key was used before/))
})

for (const [release, payloadHash] of [
  ['without a version', hashJson({ text: 'Hello', was: 'hashed otherwise' })],
  ['of an earlier version', `1:${hashJson('in another form')}`],
  ['of a later version', `3:${hashJson('in another form')}`],
] as const) {
  test(`a response stored by a release ${release} is found by its key alone`, async () => {
    const { answers, keep } = await givenAnswers({ ...request, payloadHash })
    await keep({ thread_id: 'thread' })
    assert.deepEqual(await answers.find(request), { response: { thread_id: 'thread' } })
    const other = { ...request, payloadHash: hashPayload({ text: 'Bye' }) }
    assert.deepEqual(await answers.find(other), { response: { thread_id: 'thread' } })
  })
}

test('a response expires, and its key can be used again', async () => {
  const { answers, keep, clock } = await givenAnswers()
  await keep({ first: true })
  clock.advance(memoryMs - 1)
  assert.deepEqual(await answers.find(request), { response: { first: true } })
  clock.advance(1)
  assert.equal(await answers.find(request), undefined)
  await keep({ first: false })
  assert.deepEqual(await answers.find(request), { response: { first: false } })
})

test('the second of two equal concurrent requests rolls its transaction back', async () => {
  const { keep } = await givenAnswers()
  await keep({})
  await assert.rejects(keep({}), DuplicateRequestError)
})

test('different payloads have different hashes, and an absent payload is not an empty one', () => {
  const hashes = [undefined, {}, { a: 1 }, { a: 2 }, { b: 1 }, []].map(hashJson)
  assert.equal(new Set(hashes).size, hashes.length)
  assert.equal(hashJson({ a: 1 }), hashJson({ a: 1 }))
})
