import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { chatEvent } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import type { ActionContext } from '../dispatch/context.js'
import type { MeasuredThread } from '../model/thread.js'
import type { StorageReads } from '../ports/storage.js'
import type { ChatReads } from '../ports/stores/chat-reads.js'
import { readThreads } from './read-threads.js'

const mebibyte = 1_048_576
const events = [chatEvent()]

function measured(id: string, values: Partial<MeasuredThread> = {}): MeasuredThread {
  const thread = { id, order: 1, isActive: true, createdAt: 0, properties: {}, userIds: [] }
  return { ...thread, bytes: 300, events, ...values }
}

const long = (id: string, bytes: number) => measured(id, { bytes, events: undefined })

/** Records the calls of the context, in order. */
function givenContext() {
  const asked: string[] = []
  const listThreads = async (_: string, [id = '']: readonly string[]) => {
    asked.push(`read ${id}`)
    return [{ ...measured(id), events }]
  }
  const context = scripted<ActionContext<'agent'>>({
    read: scripted<StorageReads>({ chats: scripted<ChatReads>({ listThreads }) }),
    reserveResponse: async (bytes) => {
      asked.push(`reserve ${bytes}`)
    },
  })
  const read = (threads: readonly MeasuredThread[], threadIds = threads.map(({ id }) => id)) => {
    const requested = { chatId: 'chat', threadIds, measured: threads, rest: {} }
    return readThreads(context, requested, (thread) => [thread.id, thread.events.length])
  }
  return { asked, read }
}

test('returns short threads from the measurement', async () => {
  const { asked, read } = givenContext()
  assert.deepEqual(await read([measured('a'), measured('b')]), [
    ['a', 1],
    ['b', 1],
  ])
  assert.deepEqual(asked, ['reserve 602'])
})

test('reserves bytes for the whole response before it reads a long thread', async () => {
  const { asked, read } = givenContext()
  assert.deepEqual(await read([long('a', mebibyte), measured('b'), long('c', mebibyte)]), [
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  assert.deepEqual(asked, [`reserve ${2 * mebibyte + 302}`, 'read a', 'read c'])
})

test('refuses more than 12 MiB without reading or reserving anything', async () => {
  const { asked, read } = givenContext()
  const half = 6 * mebibyte
  await assert.rejects(read([long('a', half), long('b', half)]), refusal('entity_too_large', /ask for fewer/))
  assert.deepEqual(asked, [])
  assert.equal((await read([long('a', half), long('b', half - 2)])).length, 2)
})

test('the error for an unknown thread contains its index in the request', async () => {
  const { asked, read } = givenContext()
  const unknown = refusal('validation', /payload.thread_ids\[1\] does not match any thread of the chat/)
  await assert.rejects(read([long('a', mebibyte)], ['a', 'b']), unknown)
  assert.deepEqual(asked, [])
})
