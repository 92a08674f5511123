import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, agentMember, customerMember } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { nextTurn } from '../clock/next-turn.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { assign } from '../domain/routing/assign.js'
import { SystemIds } from '../ids/system-ids.js'
import type { ChatMember } from '../model/chat.js'
import type { Assignment, RoutingState } from '../ports/routing-policy.js'
import type { Storage } from '../ports/storage.js'
import { AssignmentRound } from './assignment-round.js'

/** The chat is full with two customers. */
const limits = { membersPerChat: 2, usersPerThread: 500 }
const threadBounds = { eventCount: 10_000, eventBytes: 8_000_000 }
const second: ChatMember = { id: 'second', kind: 'customer' }

interface Scene {
  /** Runs between reading the state and deciding. */
  readonly meanwhile?: (storage: Storage) => Promise<unknown>
  readonly decide?: (state: RoutingState) => readonly Assignment[]
  readonly assignsAll?: boolean
}

async function given({ meanwhile = async () => undefined, decide = assign, assignsAll = true }: Scene = {}) {
  const clock = new VirtualClock(1_000_000_000)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  const connected = agent({ licenseId, onlineUntil: 'forever', maxChatsCount: 2 })
  await storage.transaction((tx) => tx.agents.insert(connected))
  const wait = (id: string, members: readonly ChatMember[]) => {
    const thread = {
      id: `${id}-thread`,
      createdAt: clock.now(),
      properties: {},
      propertyTerms: [],
      events: [],
      bytes: 0,
    }
    return storage.transaction((tx) =>
      tx.chats.insert({
        ...{ id, licenseId, createdAt: clock.now(), members, scopes: { groups: [], agents: [] } },
        ...{ properties: {}, propertyTerms: [], thread: { ...thread, waits: true, beganAt: clock.now() } },
      }),
    )
  }
  const { changes } = changesOn(storage, clock)
  const states: RoutingState[] = []
  const round = new AssignmentRound({
    ...{ read: storage.read, changes, clock, steady: new SteadyClock(clock), ids: new SystemIds(clock) },
    settings: { threadBounds, limits },
    assignsAll,
    decide: async (state) => {
      states.push(state)
      await meanwhile(storage)
      return decide(state)
    },
  })
  const run = () => round.run({ aborted: false, pause: () => nextTurn() }, licenseId)
  const agentsIn = async (chatId: string) => {
    const members = (await storage.read.chats.getHead(chatId))?.members ?? []
    return members.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
  }
  return { storage, connected, states, wait, run, agentsIn }
}

test('threads that no agent can join do not block those behind them, whatever their number', async () => {
  const { states, wait, run, agentsIn } = await given()
  for (let index = 100; index < 220; index += 1) await wait(`chat-${index}`, [customerMember, second])
  await wait('chat-999', [customerMember])
  assert.equal(await run(), false)
  assert.deepEqual(await agentsIn('chat-999'), [agentMember.id])
  assert.deepEqual(
    states.map(({ threads }) => threads.map(({ chatId }) => chatId)),
    [['chat-999']],
  )
  assert.equal(await run(), false)
  assert.equal(states.length, 1)
})

test('a full thread is decided on when a candidate is already a member', async () => {
  const { states, wait, run, agentsIn } = await given()
  await wait('chat-1', [customerMember, second])
  await wait('chat-2', [customerMember, agentMember])
  assert.equal(await run(), true)
  assert.deepEqual(
    states.map(({ threads }) => threads.map(({ chatId, isFull }) => [chatId, isFull])),
    [[['chat-2', true]]],
  )
  assert.deepEqual(await agentsIn('chat-1'), [])
})

test('a thread that has become full since the read is skipped, and the others are assigned', async () => {
  const { wait, run, agentsIn } = await given({
    meanwhile: (storage) => storage.transaction((tx) => tx.chats.addMembers('chat-1', [second], 1)),
  })
  await wait('chat-1', [customerMember])
  await wait('chat-2', [customerMember])
  assert.equal(await run(), true)
  assert.deepEqual([await agentsIn('chat-1'), await agentsIn('chat-2')], [[], [agentMember.id]])
})

test('an agent who reaches the limit as a member of another assigned chat gets no second one', async () => {
  const bob = 'bob@example.com'
  const { storage, connected, wait, run, agentsIn } = await given({
    decide: () => [
      { chatId: 'chat-1', agentId: agentMember.id },
      { chatId: 'chat-2', agentId: bob },
    ],
  })
  await storage.transaction((tx) => tx.agents.insert({ ...connected, id: bob, maxChatsCount: 1 }))
  await wait('chat-1', [agentMember, { id: bob, kind: 'agent' }])
  await wait('chat-2', [customerMember])
  assert.equal(await run(), true)
  assert.deepEqual(await agentsIn('chat-2'), [])
})

test('a policy that assigns none of the shown threads is asked about the next ones', async () => {
  const { states, wait, run, agentsIn } = await given({
    assignsAll: false,
    decide: ({ threads }) =>
      threads
        .filter(({ chatId }) => chatId === 'chat-999')
        .map(({ chatId }) => ({ chatId, agentId: agentMember.id })),
  })
  for (let index = 100; index < 220; index += 1) await wait(`chat-${index}`, [customerMember])
  await wait('chat-999', [customerMember])
  assert.equal(await run(), true)
  assert.deepEqual(await agentsIn('chat-999'), [agentMember.id])
  assert.deepEqual(
    states.map(({ threads }) => [threads[0]?.chatId, threads.length]),
    [
      ['chat-100', 50],
      ['chat-150', 50],
      ['chat-200', 21],
    ],
  )
})

test('a policy that assigns nothing is asked about a thousand threads, and not again immediately', async () => {
  const { states, wait, run } = await given({ assignsAll: false, decide: () => [] })
  for (let index = 1_000; index < 2_100; index += 1) await wait(`chat-${index}`, [customerMember])
  assert.equal(await run(), false)
  const shown = states.flatMap(({ threads }) => threads.map(({ chatId }) => chatId))
  assert.equal(states.length, 20)
  assert.equal(new Set(shown).size, 1_000)
})
