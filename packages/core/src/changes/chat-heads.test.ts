import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead } from '../../test/domain-values.js'
import { type Gate, gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { ExpiringCache } from '../cache/expiring-cache.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatReads } from '../ports/stores/chat-reads.js'
import { ChatHeads } from './chat-heads.js'

function givenHeads() {
  const reads: Gate<ChatHead | undefined>[] = []
  const head = () => {
    const read = gate<ChatHead | undefined>()
    reads.push(read)
    return read.promise
  }
  const cache = new ExpiringCache<ChatHead>(new VirtualClock(0), { maxCount: 10, maxAgeMs: 1_000 })
  return { reads, heads: new ChatHeads({ chats: scripted<ChatReads>({ head }) }, cache) }
}

test('a head is read once and then known at once', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  reads[0]?.open(chatHead())
  assert.deepEqual(await found, chatHead())
  assert.deepEqual(heads.get('chat'), chatHead())
  assert.equal(reads.length, 1)
})

test('those who ask while it is read share the answer', async () => {
  const { heads, reads } = givenHeads()
  const found = [heads.get('chat'), heads.get('chat')]
  reads[0]?.open(chatHead())
  assert.deepEqual(await Promise.all(found), [chatHead(), chatHead()])
  assert.equal(reads.length, 1)
})

test('a chat that does not exist is asked for again', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  reads[0]?.open(undefined)
  assert.equal(await found, undefined)
  void heads.get('chat')
  assert.equal(reads.length, 2)
})

test('a read that fails is made again', async () => {
  const { heads, reads } = givenHeads()
  const failure = new Error('unavailable')
  const found = heads.get('chat')
  reads[0]?.fail(failure)
  await assert.rejects(Promise.resolve(found), failure)
  const again = heads.get('chat')
  reads[1]?.open(chatHead())
  assert.deepEqual(await again, chatHead())
})

test('once all is forgotten what was known, or is being read, counts no more', async () => {
  const { heads, reads } = givenHeads()
  heads.put(chatHead({ id: 'known' }))
  const before = heads.get('chat')
  heads.forgetAll()
  const after = heads.get('chat')
  void heads.get('known')
  assert.equal(reads.length, 3)
  reads[1]?.open(chatHead({ id: 'chat', revision: 1 }))
  await after
  reads[0]?.open(chatHead({ id: 'chat', revision: 2 }))
  await before
  assert.deepEqual(heads.get('chat'), chatHead({ id: 'chat', revision: 1 }))
})

test('newer knowledge replaces older, and never the reverse', () => {
  const { heads } = givenHeads()
  heads.put(chatHead({ revision: 3 }))
  heads.put(chatHead({ revision: 4 }))
  heads.put(chatHead({ revision: 2 }))
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 4 }))
})

test('what was learnt while an older head was read stays', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  heads.put(chatHead({ revision: 5 }))
  reads[0]?.open(chatHead({ revision: 4 }))
  await found
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 5 }))
})

test('a forgotten head is read again', () => {
  const { heads, reads } = givenHeads()
  heads.put(chatHead())
  heads.forget('chat')
  void heads.get('chat')
  assert.equal(reads.length, 1)
})
