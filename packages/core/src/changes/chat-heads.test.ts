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
  return { reads, heads: new ChatHeads({ chats: scripted<ChatReads>({ getHead: head }) }, cache) }
}

test('reads a head once and then returns it synchronously', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  reads[0]?.open(chatHead())
  assert.deepEqual(await found, chatHead())
  assert.deepEqual(heads.get('chat'), chatHead())
  assert.equal(reads.length, 1)
})

test('concurrent callers share one read', async () => {
  const { heads, reads } = givenHeads()
  const found = [heads.get('chat'), heads.get('chat')]
  reads[0]?.open(chatHead())
  assert.deepEqual(await Promise.all(found), [chatHead(), chatHead()])
  assert.equal(reads.length, 1)
})

test('reads a chat again if it did not exist', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  reads[0]?.open(undefined)
  assert.equal(await found, undefined)
  void heads.get('chat')
  assert.equal(reads.length, 2)
})

test('repeats a read that failed', async () => {
  const { heads, reads } = givenHeads()
  const failure = new Error('unavailable')
  const found = heads.get('chat')
  reads[0]?.fail(failure)
  await assert.rejects(Promise.resolve(found), failure)
  const again = heads.get('chat')
  reads[1]?.open(chatHead())
  assert.deepEqual(await again, chatHead())
})

test('forgetAll drops cached heads and the results of reads in progress', async () => {
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

test('a newer head replaces an older one, and never the reverse', () => {
  const { heads } = givenHeads()
  heads.put(chatHead({ revision: 3 }))
  heads.put(chatHead({ revision: 4 }))
  heads.put(chatHead({ revision: 2 }))
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 4 }))
})

test('keeps a newer head that was put while an older one was being read', async () => {
  const { heads, reads } = givenHeads()
  const found = heads.get('chat')
  heads.put(chatHead({ revision: 5 }))
  reads[0]?.open(chatHead({ revision: 4 }))
  await found
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 5 }))
})

test('reads a forgotten head again', () => {
  const { heads, reads } = givenHeads()
  heads.put(chatHead())
  heads.forget('chat')
  void heads.get('chat')
  assert.equal(reads.length, 1)
})
