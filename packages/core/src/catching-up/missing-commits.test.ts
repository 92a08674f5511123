import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agent, chatHead, customer, newEvent } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Gap } from '../facts/chat-order.js'
import { type ChatFactOf, factChat } from '../facts/fact.js'
import { encodeFacts } from '../facts/stored-facts.js'
import type { NewEvent } from '../model/event.js'
import type { FactReads } from '../ports/stores/facts.js'
import { StorageError } from '../storage-error.js'
import { MissingCommits } from './missing-commits.js'

const kim = { id: 'kim@example.com', kind: 'agent' } as const
const ann = { id: 'customer', kind: 'customer' } as const
const gap: Gap = { licenseId: 1, chatId: 'chat', after: 1, until: 4, since: 0 }

/** Creates a chat: commits 2 and 3 are events at 20 and 30, commit 4 at 40 removes Kim, commit 5 is an event at 50. */
async function given() {
  const storage = await openStorage(async (tx) => {
    await tx.licenses.insert({ name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1, expiresAt: null })
    await tx.agents.insert(agent())
    await tx.customers.insert(customer())
    const thread = {
      id: 'thread',
      createdAt: 1,
      beganAt: 1,
      waits: false,
      properties: {},
      propertyTerms: [],
      events: [],
      bytes: 0,
    }
    await tx.chats.insert({
      ...{
        id: 'chat',
        licenseId: 1,
        createdAt: 1,
        scopes: { groups: [], agents: [] },
        properties: {},
        propertyTerms: [],
        thread,
      },
      members: [ann],
    })
  })
  const append = async (event: NewEvent) => {
    const head = await storage.read.chats.getHead('chat')
    assert.ok(head)
    const added = { events: [event], bytes: 10, bounds: null, timeoutsFrom: null }
    const command = { chatId: 'chat', revision: head.revision, at: event.createdAt, deliveries: [], ...added }
    await storage.appendEvents([command], { aborted: false })
  }
  await append(newEvent({ id: 'a', createdAt: 20 }))
  await append(newEvent({ id: 'b', createdAt: 30 }))
  const chat = factChat(chatHead({ members: [ann] }))
  const removed: ChatFactOf = { name: 'chat_users_updated', chat, added: [], removed: [kim] }
  await storage.transaction(
    async (tx) => {
      const [taken] = await tx.chats.takeSequences(['chat'], 40)
      const stored = { chatId: 'chat', sequence: taken?.sequence ?? 0, at: 40, facts: encodeFacts([removed]) }
      await tx.facts.insert([stored], 100)
    },
    { aborted: false },
  )
  await append(newEvent({ id: 'c', createdAt: 50 }))
  const failures: unknown[] = []
  const clock = new VirtualClock(0)
  const write = (_: string, __: string, { cause }: { readonly cause?: unknown }) => void failures.push(cause)
  const missing = (facts: FactReads = storage.read.facts) =>
    new MissingCommits({ read: { facts }, clock, failures: { write } })
  return { storage, missing, failures, clock }
}

test('reads up to the end of the gap, and gives each event the members of that time', async () => {
  const { missing } = await given()
  const { chat, commits } = await missing().read(gap)
  assert.deepEqual(chat?.members, [ann])
  const told = commits?.map(({ sequence, facts }) => [
    sequence,
    facts.map(({ chat: { members } }) => members),
  ])
  assert.deepEqual(told, [
    [2, [[ann, kim]]],
    [3, [[ann, kim]]],
    [4, [[ann]]],
  ])
})

const ends: readonly (readonly [string, Partial<Gap>, unknown])[] = [
  ['the gap is at the end', { after: 4, until: 5 }, [5]],
  ['commits from before the node listened are not missing', { since: 30 }, [3, 4]],
  ['nothing of the chat was delivered before', { after: undefined, since: 40 }, [4]],
  ['all commits are older', { since: 51 }, []],
  ['the first commit of the chat was not stored', { after: undefined }, undefined],
  ['the chat does not exist', { chatId: 'other' }, []],
]

for (const [title, values, expected] of ends) {
  test(`missing commits: ${title}`, async () => {
    const { missing } = await given()
    const { commits } = await missing().read({ ...gap, ...values })
    assert.deepEqual(
      commits?.map(({ sequence }) => sequence),
      expected,
    )
  })
}

test('reading missing commits from a closed storage logs nothing', async () => {
  const { missing, failures } = await given()
  const closed = new StorageError('closed', 'the storage is not open')
  const closing = scripted<FactReads>({ listSequencedChats: () => Promise.reject(closed) })
  assert.deepEqual(await missing(closing).read(gap), { chat: undefined, commits: undefined })
  assert.deepEqual(failures, [])
})

test('waits at most 5 s for a storage that fails or hangs', async () => {
  const { missing, failures, clock } = await given()
  const fault = new Error('away')
  const failing = scripted<FactReads>({ listSequencedChats: () => Promise.reject(fault) })
  assert.deepEqual(await missing(failing).read(gap), { chat: undefined, commits: undefined })
  assert.deepEqual(failures, [fault])
  const silent = missing(scripted<FactReads>({ listSequencedChats: () => new Promise(() => undefined) }))
  const reading = silent.read(gap)
  await nextTurn()
  clock.advance(5_000)
  assert.deepEqual(await reading, { chat: undefined, commits: undefined })
})
