import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, agentMember, customerMember } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { nextTurn } from '../clock/next-turn.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { connectedForever } from '../domain/connected-forever.js'
import { assign } from '../domain/routing/assign.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Assignment, RoutingState } from '../ports/routing-policy.js'
import type { Storage } from '../ports/storage.js'
import type { ChatMember } from '../ports/stores/chats.js'
import { AssignmentRound } from './assignment-round.js'

/** Two customers of a chat fill it. */
const limits = { membersPerChat: 2, usersPerThread: 500 }
const threadBounds = { eventCount: 10_000, eventBytes: 8_000_000 }
const second: ChatMember = { id: 'second', kind: 'customer' }

/** `meanwhile`: between what was read and what is decided. */
async function given(
  meanwhile: (storage: Storage) => Promise<unknown> = async () => undefined,
  decide: (state: RoutingState) => readonly Assignment[] = assign,
) {
  const clock = new VirtualClock(1_000_000_000)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  const connected = agent({ licenseId, onlineUntil: connectedForever, maxChatsCount: 2 })
  await storage.transaction((tx) => tx.agents.insert(connected))
  const wait = (id: string, members: readonly ChatMember[]) => {
    const thread = { id: `${id}-thread`, createdAt: clock.now(), properties: {}, events: [], bytes: 0 }
    return storage.transaction((tx) =>
      tx.chats.insert({
        ...{ id, licenseId, createdAt: clock.now(), members, scopes: { groups: [], agents: [] } },
        ...{ properties: {}, thread: { ...thread, waits: true, beganAt: clock.now() } },
      }),
    )
  }
  const { changes } = changesOn(storage, clock)
  const states: RoutingState[] = []
  const round = new AssignmentRound({
    ...{ read: storage.read, changes, clock, steady: new SteadyClock(clock), ids: new SystemIds(clock) },
    settings: { threadBounds, limits },
    takesFirst: true,
    decide: async (state) => {
      states.push(state)
      await meanwhile(storage)
      return decide(state)
    },
  })
  const run = () => round.run({ aborted: false, rest: () => nextTurn() }, licenseId)
  const agentsIn = async (chatId: string) => {
    const members = (await storage.read.chats.head(chatId))?.members ?? []
    return members.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
  }
  return { storage, connected, states, wait, run, agentsIn }
}

test('threads that nobody can be added to keep none behind them waiting, however many they are', async () => {
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

test('a full thread is decided on where a member is there', async () => {
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

test('a thread that has become full since then is passed over, and the others are not', async () => {
  const { wait, run, agentsIn } = await given((storage) =>
    storage.transaction((tx) => tx.chats.addMembers('chat-1', [second], 1)),
  )
  await wait('chat-1', [customerMember])
  await wait('chat-2', [customerMember])
  assert.equal(await run(), true)
  assert.deepEqual([await agentsIn('chat-1'), await agentsIn('chat-2')], [[], [agentMember.id]])
})

test('who is full by being in a chat that goes to another gets no second one, whatever was decided', async () => {
  const bob = 'bob@example.com'
  const { storage, connected, wait, run, agentsIn } = await given(undefined, () => [
    { chatId: 'chat-1', agentId: agentMember.id },
    { chatId: 'chat-2', agentId: bob },
  ])
  await storage.transaction((tx) => tx.agents.insert({ ...connected, id: bob, maxChatsCount: 1 }))
  await wait('chat-1', [agentMember, { id: bob, kind: 'agent' }])
  await wait('chat-2', [customerMember])
  assert.equal(await run(), true)
  assert.deepEqual(await agentsIn('chat-2'), [])
})
