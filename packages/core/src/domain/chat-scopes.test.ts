import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChatScopes } from '../model/chat.js'
import { changedScopes, formerScopes } from './chat-scopes.js'

const none: ChatScopes = { groups: [], agents: [] }
const groups = (...ids: readonly number[]): ChatScopes => ({ groups: ids, agents: [] })
const change = (before: ChatScopes, add: ChatScopes, remove: ChatScopes) =>
  changedScopes(before, { add, remove })

test('changedScopes adds missing groups once and removes present ones', () => {
  assert.deepEqual(change(groups(1, 2), groups(3, 2, 3), groups(1, 9)), {
    scopes: groups(2, 3),
    added: groups(3),
    removed: groups(1),
  })
})

test('changedScopes adds and removes agents as well as groups', () => {
  const before = { groups: [1], agents: ['ada'] }
  assert.deepEqual(change(before, { groups: [], agents: ['bob'] }, { groups: [], agents: ['ada'] }), {
    scopes: { groups: [1], agents: ['bob'] },
    added: { groups: [], agents: ['bob'] },
    removed: { groups: [], agents: ['ada'] },
  })
})

test('a group that is both added and removed is in the scopes afterwards', () => {
  assert.deepEqual(change(none, groups(1), groups(1)), {
    scopes: groups(1),
    added: groups(1),
    removed: none,
  })
  assert.equal(change(groups(1), groups(1), groups(1)), undefined)
})

test('changedScopes returns undefined when nothing changes', () => {
  assert.equal(change(groups(1), groups(1), groups(2)), undefined)
  assert.equal(change(none, none, none), undefined)
})

test('changedScopes can remove the last group', () => {
  assert.deepEqual(change(groups(1), none, groups(1))?.scopes, none)
})

const sets: fc.Arbitrary<ChatScopes> = fc.record({
  groups: fc.uniqueArray(fc.nat(5)),
  agents: fc.uniqueArray(fc.constantFrom('ada', 'bob', 'eve')),
})
const members = ({ groups: ids, agents }: ChatScopes) => [...ids, ...agents].sort()

test('formerScopes reverts the difference that changedScopes returns', () => {
  fc.assert(
    fc.property(sets, sets, sets, (before, add, remove) => {
      const difference = change(before, add, remove)
      const after = difference?.scopes ?? before
      const { added, removed } = difference ?? { added: none, removed: none }
      assert.deepEqual(members(formerScopes(after, { added, removed })), members(before))
      const kept = members(before).filter((one) => !members(remove).includes(one))
      assert.deepEqual(members(after), [...new Set([...kept, ...members(add)])].sort())
      for (const one of members(added)) assert.ok(!members(before).includes(one))
      for (const one of members(removed)) assert.ok(!members(after).includes(one))
    }),
  )
})
