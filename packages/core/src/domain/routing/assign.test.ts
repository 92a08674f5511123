import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availableAgent, waitingThread } from '../../../test/routing-states.js'
import type { AssignableThread, AvailableAgent } from '../../model/routing.js'
import { assign } from './assign.js'

/** Returns the chat and the agent of each assignment, in order. */
function assigned(
  threads: readonly AssignableThread[],
  agents: readonly AvailableAgent[],
): readonly string[] {
  return assign({ threads, agents }).map(({ chatId, agentId }) => `${chatId} ${agentId}`)
}

/** Returns the agent who gets the only waiting chat. */
function assignedAgent(
  details: Partial<AssignableThread>,
  ...agents: readonly AvailableAgent[]
): string | undefined {
  return assign({ threads: [waitingThread('chat', details)], agents })[0]?.agentId
}

const scopedTo = (...groups: readonly number[]) => ({ scopes: { groups, agents: [] } })
const naming = (...agents: readonly string[]) => ({ scopes: { groups: [], agents } })
const inGroup = (id: number, priority: 'first' | 'normal' | 'last') =>
  [
    { id: 0, priority: 'normal' },
    { id, priority },
  ] as const
const everybody = (priority: 'first' | 'normal' | 'last') => ({ groups: [{ id: 0, priority }] })

test('assigns nothing when there are no threads or no agents', () => {
  assert.deepEqual(assigned([], [availableAgent('ada')]), [])
  assert.deepEqual(assigned([waitingThread('chat')], []), [])
})

test('the longest-waiting thread is assigned first, then the smaller id', () => {
  const threads = [
    waitingThread('d', { waitingSince: 3 }),
    waitingThread('b', { waitingSince: 2 }),
    waitingThread('a', { waitingSince: 2 }),
    waitingThread('c', { waitingSince: 1 }),
  ]
  assert.deepEqual(assigned(threads, [availableAgent('ada', { maxChatsCount: 3 })]), [
    'c ada',
    'a ada',
    'b ada',
  ])
})

test('a thread that no agent may take is skipped', () => {
  const threads = [waitingThread('old', { waitingSince: 1, ...scopedTo(7) }), waitingThread('new')]
  assert.deepEqual(assigned(threads, [availableAgent('ada')]), ['new ada'])
})

test('an agent gets at most its maximum number of chats, which may be 0', () => {
  const threads = [waitingThread('a'), waitingThread('b'), waitingThread('c')]
  assert.deepEqual(
    assigned(threads, [availableAgent('ada', { maxChatsCount: 3, activeChatsCount: 1 })]).length,
    2,
  )
  assert.deepEqual(assigned(threads, [availableAgent('ada', { maxChatsCount: 0 })]), [])
  assert.deepEqual(assigned(threads, [availableAgent('ada', { maxChatsCount: 1, activeChatsCount: 4 })]), [])
})

test('agents are ordered by their priority in the group before their number of chats', () => {
  const busy = { activeChatsCount: 5 }
  const first = availableAgent('first', { groups: inGroup(7, 'first'), ...busy })
  const normal = availableAgent('normal', { groups: inGroup(7, 'normal'), activeChatsCount: 3 })
  const last = availableAgent('last', { groups: inGroup(7, 'last') })
  assert.equal(assignedAgent(scopedTo(7), last, normal, first), 'first')
  assert.equal(assignedAgent(scopedTo(7), last, normal), 'normal')
  assert.equal(assignedAgent(scopedTo(7), last), 'last')
  const full = { ...first, maxChatsCount: 5 }
  assert.equal(assignedAgent(scopedTo(7), last, normal, full), 'normal')
})

test('the best priority among the groups of an agent counts', () => {
  const ada = availableAgent('ada', {
    groups: [...inGroup(7, 'last'), { id: 8, priority: 'first' }],
    activeChatsCount: 5,
  })
  const bob = availableAgent('bob', { groups: inGroup(7, 'normal') })
  assert.equal(assignedAgent(scopedTo(7, 8), bob, ada), 'ada')
  assert.equal(assignedAgent(scopedTo(7), bob, ada), 'bob')
})

test('the priority in group 0 counts for a chat without scopes', () => {
  const ada = availableAgent('ada', everybody('last'))
  const bob = availableAgent('bob', { ...everybody('first'), activeChatsCount: 5 })
  const eve = availableAgent('eve', { groups: inGroup(7, 'first') })
  assert.equal(assignedAgent({}, ada, eve, bob), 'bob')
  assert.equal(assignedAgent({}, ada, eve), 'eve')
  assert.equal(assignedAgent(scopedTo(0), ada, eve, bob), 'bob')
})

test('an agent named in the scopes ranks like normal priority', () => {
  const [ada, bob] = [availableAgent('ada'), availableAgent('bob')]
  assert.equal(assignedAgent(naming('bob'), ada, bob), 'bob')
  const named = { scopes: { groups: [7], agents: ['bob'] } }
  const first = availableAgent('first', { groups: inGroup(7, 'first'), activeChatsCount: 5 })
  const last = availableAgent('last', { groups: inGroup(7, 'last') })
  assert.equal(assignedAgent(named, last, bob, first), 'first')
  assert.equal(assignedAgent(named, last, { ...bob, activeChatsCount: 5 }), 'bob')
})

test('an administrator outside the scopes comes after all agents within them', () => {
  const boss = availableAgent('boss', { permission: 'administrator' })
  const last = availableAgent('last', { groups: inGroup(7, 'last'), activeChatsCount: 5 })
  assert.equal(assignedAgent(scopedTo(7), boss, last), 'last')
  assert.equal(assignedAgent(scopedTo(7), boss, { ...last, maxChatsCount: 5 }), 'boss')
  // Within its own groups, an administrator is treated like any other agent.
  assert.equal(
    assignedAgent({}, { ...boss, activeChatsCount: 1 }, availableAgent('zoe', { activeChatsCount: 2 })),
    'boss',
  )
})

test('a member of the chat comes before all other agents, whatever the scopes', () => {
  const member = availableAgent('member', { activeChatsCount: 5 })
  const first = availableAgent('first', { groups: inGroup(7, 'first') })
  assert.equal(assignedAgent({ ...scopedTo(7), agentIds: ['member'] }, first, member), 'member')
  assert.equal(assignedAgent({ ...scopedTo(7), agentIds: ['gone'] }, first, member), 'first')
  assert.equal(assignedAgent({ ...scopedTo(7), agentIds: ['member', 'first'] }, first, member), 'first')
})

test('an assigned chat counts as an active chat of all its agents', () => {
  const agents = ['ada', 'bob'].map((id) => availableAgent(id, { maxChatsCount: 1 }))
  const both = waitingThread('both', { agentIds: ['ada', 'bob', 'gone'] })
  assert.deepEqual(assigned([both, waitingThread('next', { waitingSince: 2_000 })], agents), ['both ada'])
})

test('a former agent of the thread comes after all others, whatever the group and priority', () => {
  const left = availableAgent('left', { groups: inGroup(7, 'first') })
  const last = availableAgent('last', { groups: inGroup(7, 'last'), activeChatsCount: 5 })
  const boss = availableAgent('boss', { permission: 'administrator', activeChatsCount: 5 })
  const thread = { ...scopedTo(7), formerAgentIds: ['left', 'gone'] }
  assert.equal(assignedAgent(thread, left, last, boss), 'last')
  assert.equal(assignedAgent(thread, left, boss), 'boss')
  assert.equal(assignedAgent(thread, left), 'left')
  assert.equal(
    assignedAgent({ ...thread, scopes: { groups: [], agents: ['left', 'boss'] } }, left, boss),
    'boss',
  )
  const both = { ...scopedTo(7), formerAgentIds: ['left', 'last'] }
  assert.equal(assignedAgent(both, last, left), 'left')
  assert.equal(assignedAgent(both, boss, left), 'boss')
  assert.equal(assignedAgent({ formerAgentIds: ['left'], ...scopedTo(8) }, left), undefined)
})

test('a thread of a full chat goes to a member, or waits when all members are at their limit', () => {
  const [member, other] = [availableAgent('member', { maxChatsCount: 1 }), availableAgent('other')]
  const full = { agentIds: ['member'], formerAgentIds: ['other'], isFull: true }
  assert.equal(assignedAgent(full, other, member), 'member')
  assert.equal(assignedAgent(full, other), undefined)
  const threads = [waitingThread('1', full), waitingThread('2', full), waitingThread('3')]
  assert.deepEqual(assigned(threads, [other, member]), ['1 member', '3 other'])
})

test('an agent who is skipped for one thread keeps the position for the next', () => {
  const agents = ['a', 'b', 'c'].map((id) => availableAgent(id, { maxChatsCount: 2 }))
  const formerAgentIds = ['a', 'b']
  const threads = [
    waitingThread('1', { formerAgentIds }),
    waitingThread('2', { formerAgentIds: ['b'] }),
    waitingThread('3'),
    waitingThread('4', { formerAgentIds }),
    waitingThread('5', { formerAgentIds }),
    waitingThread('6', { formerAgentIds }),
  ]
  assert.deepEqual(assigned(threads, agents), ['1 c', '2 a', '3 b', '4 c', '5 a', '6 b'])
})

test('equal agents are ordered by fewest chats, then longest time since the last assignment, then smaller id', () => {
  const one = { activeChatsCount: 1 }
  const [ada, bob] = [availableAgent('ada', { ...one, lastAssignedAt: 7 }), availableAgent('bob', one)]
  assert.equal(assignedAgent({}, ada, bob, availableAgent('eve', { lastAssignedAt: 9 })), 'eve')
  assert.equal(assignedAgent({}, ada, bob), 'bob')
  assert.equal(assignedAgent({}, ada, { ...bob, lastAssignedAt: 6 }), 'bob')
  assert.equal(assignedAgent({}, ada, { ...bob, lastAssignedAt: 8 }), 'ada')
  assert.equal(assignedAgent({}, bob, { ...ada, lastAssignedAt: null }), 'ada')
})

test('each assignment counts when the next one is made', () => {
  const threads = ['1', '2', '3', '4', '5'].map((id) => waitingThread(id))
  const agents = [
    availableAgent('ada', { lastAssignedAt: 9 }),
    availableAgent('bob'),
    availableAgent('eve', { maxChatsCount: 1 }),
  ]
  assert.deepEqual(assigned(threads, agents), ['1 bob', '2 eve', '3 ada', '4 bob', '5 ada'])
})
