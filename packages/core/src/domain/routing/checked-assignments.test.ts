import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyState, availableAgent, waitingThread } from '../../../test/routing-states.js'
import { assign } from './assign.js'
import { checkAssignments } from './checked-assignments.js'

const scopedTo = (group: number) => ({ scopes: { groups: [group], agents: [] } })
const state = {
  threads: [
    waitingThread('one'),
    waitingThread('two'),
    waitingThread('hidden', scopedTo(7)),
    waitingThread('crowd', { isFull: true }),
  ],
  agents: [
    availableAgent('ada', { maxChatsCount: 1 }),
    availableAgent('bob'),
    availableAgent('full', { maxChatsCount: 2, activeChatsCount: 2 }),
  ],
}
const one = { chatId: 'one', agentId: 'ada' }
const two = { chatId: 'two', agentId: 'bob' }

test('valid assignments of a policy are copied, even when some threads are left out', () => {
  const answer = [two, one]
  assert.deepEqual(checkAssignments(state, answer), answer)
  assert.deepEqual(checkAssignments(state, [two]), [two])
  assert.deepEqual(checkAssignments(state, []), [])
  assert.notEqual(checkAssignments(state, answer)[0], two)
  const more = { ...one, secret: 'x' }
  assert.deepEqual(checkAssignments(state, [more]), [one])
})

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', undefined, /must return an array/],
  ['null', null, /must return an array/],
  ['an object', { 0: one, length: 1 }, /must return an array/],
  ['a list of null', [null], /^ParleyConfigError: Assignment 0 of routing\.policy must have the strings/],
  ['a list with a hole', new Array(1), /Assignment 0 .* must have the strings/],
  ['an endless list', new Array(4_294_967_295), /Assignment 0 .* must have the strings/],
  ['no agent', [one, { chatId: 'two' }], /Assignment 1 .* must have the strings chatId and agentId/],
  ['a number', [{ chatId: 'two', agentId: 7 }], /must have the strings/],
  ['an unknown chat', [{ ...one, chatId: 'three' }], /Assignment 0 .* a chat that does not wait/],
  ['a chat twice', [one, { ...one, agentId: 'bob' }], /Assignment 1 .* no longer waits/],
  ['an unknown agent', [{ ...one, agentId: 'eve' }], /an agent who cannot be given chats/],
  ['an agent who does not see the chat', [{ chatId: 'hidden', agentId: 'bob' }], /does not see the chat/],
  ['an agent whom a full chat cannot take', [{ chatId: 'crowd', agentId: 'bob' }], /cannot join a full chat/],
  ['an agent who is full', [{ ...one, agentId: 'full' }], /has reached the chat limit/],
  [
    'an agent who is full by then',
    [one, { chatId: 'two', agentId: 'ada' }],
    /Assignment 1 .* reached the chat limit/,
  ],
]

for (const [title, answer, message] of refused) {
  test(`checkedAssignments refuses ${title}`, () => {
    assert.throws(() => checkAssignments(state, answer), message)
  })
}

test('refuses an agent whose limit is reached by a chat that another member was given', () => {
  const agents = [availableAgent('ada'), availableAgent('bob', { maxChatsCount: 1 })]
  const threads = [waitingThread('one', { agentIds: ['bob'] }), waitingThread('two')]
  assert.throws(
    () => checkAssignments({ threads, agents }, [one, two]),
    /Assignment 1 .* reached the chat limit/,
  )
  assert.deepEqual(checkAssignments({ threads, agents }, [two, one]), [two, one])
})

test('the results of the built-in policy pass the check', () => {
  fc.assert(
    fc.property(anyState, (any) => {
      const assignments = assign(any)
      assert.deepEqual(checkAssignments(any, assignments), assignments)
    }),
  )
})
