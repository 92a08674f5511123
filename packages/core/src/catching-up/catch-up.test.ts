import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agent,
  agentPrincipal,
  configuration,
  customer,
  customerPrincipal,
  fileUrls,
  newEvent,
  now,
} from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { ChatCaller } from '../domain/caller.js'
import { ParleyError } from '../errors.js'
import { factChat } from '../facts/fact.js'
import { encodeFacts } from '../facts/stored-facts.js'
import type { Storage } from '../ports/storage.js'
import { resolveSettings } from '../settings.js'
import { CatchUp } from './catch-up.js'

const running = { aborted: false }
const settings = resolveSettings({ catchUp: { changesPerChat: 10 } }, { catchUp: { pushCount: 4 } })
const ofCustomer: ChatCaller = { api: 'customer', version: 'v0.5', principal: customerPrincipal() }
const ofAgent: ChatCaller = {
  ...{ api: 'agent', version: 'v0.4' },
  principal: agentPrincipal({ scopes: new Set(['chats--all:read']) }),
}

/** Creates a chat with the customer only. */
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
      members: [{ id: 'customer', kind: 'customer' }],
    })
  })
  const clock = new VirtualClock(now)
  const configurations = { get: () => configuration() }
  const parts = { read: storage.read, configurations, files: fileUrls, clock, steady: clock, settings }
  const reserved: number[] = []
  const read = (caller: ChatCaller, sequence: number, cancellation = running) =>
    new CatchUp(parts).read(
      caller,
      [{ chat_id: 'chat', sequence }],
      async (bytes) => void reserved.push(bytes),
      cancellation,
    )
  return { storage, read, reserved }
}

async function append(storage: Storage, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const head = await storage.read.chats.getHead('chat')
    assert.ok(head)
    const appended = { events: [newEvent({ id })], bytes: 1, bounds: null, timeoutsFrom: null }
    const { revision } = head
    await storage.appendEvents([{ chatId: 'chat', revision, at: 1, deliveries: [], ...appended }])
  }
}

/** Runs a transaction that adds the agent, and stores the fact. */
async function join(storage: Storage, newReader: string | null): Promise<void> {
  await storage.transaction(async (tx) => {
    await tx.chats.lock('chat')
    const head = await tx.chats.addMembers('chat', [{ id: 'ada@example.com', kind: 'agent' }], 1)
    const [taken] = await tx.chats.takeSequences(['chat'], 1)
    const [shown, events] = [await tx.chats.get('chat'), []]
    assert.ok(taken && shown)
    const { waitingSince, ...last } = head.thread
    const thread = { ...last, createdAt: 1, userIds: [], events }
    const chat = factChat(head)
    const facts = encodeFacts([
      { name: 'chat_users_updated', chat, added: shown.users.slice(-1), removed: [] },
      { name: 'incoming_chat_thread', chat, shown, thread, onlyTo: newReader ?? 'somebody else' },
    ])
    await tx.facts.insert([{ chatId: 'chat', sequence: taken.sequence, at: 1, facts }], 10)
  })
}

const told = ({ frames }: Awaited<ReturnType<CatchUp['read']>>) =>
  frames.map(({ text }) => {
    const { sequence, action } = JSON.parse(text)
    return `${sequence} ${action}`
  })

test('returns appended events and the facts of transactions, in order', async () => {
  const { storage, read } = await given()
  await append(storage, 'a', 'b')
  await join(storage, null)
  await append(storage, 'c')
  const caughtUp = await read(ofCustomer, 2)
  assert.deepEqual(told(caughtUp), ['3 incoming_event', '4 chat_users_updated', '5 incoming_event'])
  assert.deepEqual(caughtUp.chats, [{ chat_id: 'chat', complete: true }])
  assert.deepEqual([...caughtUp.sentUntil], [['chat', 5]])
  assert.equal(
    caughtUp.bytes,
    caughtUp.frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  )
})

test('reserves nothing, and reads nothing more, when nothing was missed', async () => {
  const { storage, read, reserved } = await given()
  await append(storage, 'a')
  const caughtUp = await read(ofCustomer, 2)
  assert.deepEqual([told(caughtUp), caughtUp.chats], [[], [{ chat_id: 'chat', complete: true }]])
  assert.deepEqual(reserved, [])
  await read(ofCustomer, 1)
  assert.deepEqual(reserved, [settings.catchUp.pushBytes])
})

test('leaves out a chat whose first sequences are not stored, as in an older release', async () => {
  const { storage, read } = await given()
  await append(storage, 'a')
  assert.deepEqual((await read(ofCustomer, 0)).chats, [{ chat_id: 'chat', complete: false }])
  assert.deepEqual((await read(ofCustomer, 1)).chats, [{ chat_id: 'chat', complete: true }])
})

test('leaves out a chat with more missed pushes than one login may get', async () => {
  const { storage, read } = await given()
  await append(storage, 'a', 'b', 'c', 'd', 'e')
  assert.equal((await read(ofCustomer, 2)).frames.length, 4)
  const { chats, frames } = await read(ofCustomer, 1)
  assert.deepEqual([chats, frames], [[{ chat_id: 'chat', complete: false }], []])
})

test('a chat is incomplete for an agent who gained access meanwhile, and complete for one who had it before', async () => {
  const { storage, read } = await given()
  await join(storage, 'ada@example.com')
  const scopes = new Set(['chats--my:read'] as const)
  const ofMember: ChatCaller = { ...ofAgent, principal: agentPrincipal({ scopes }) }
  assert.deepEqual((await read(ofMember, 1)).chats, [{ chat_id: 'chat', complete: false }])
  assert.deepEqual(told(await read(ofAgent, 1)), ['2 chat_users_updated'])
  assert.deepEqual((await read(ofMember, 2)).chats, [{ chat_id: 'chat', complete: true }])
})

test('stops when the login is cancelled', async () => {
  const { read } = await given()
  await assert.rejects(read(ofCustomer, 1, { aborted: true }), new ParleyError('request_timeout'))
})
