import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentMember, chatHead, customerMember } from '../../../test/domain-values.js'
import { isServed, waitsAfterLeaving, waitsWithoutAgents } from './waiting.js'

test('a new thread waits unless an agent of the chat is logged in', () => {
  assert.equal(waitsWithoutAgents([], 1_000), true)
  assert.equal(waitsWithoutAgents([{ onlineUntil: 1_000 }, { onlineUntil: 0 }], 1_000), true)
  assert.equal(waitsWithoutAgents([{ onlineUntil: 0 }, { onlineUntil: 1_001 }], 1_000), false)
  assert.equal(waitsWithoutAgents([{ onlineUntil: 'forever' }], 1_000), false)
})

const grace = { id: 'grace@example.com', kind: 'agent' } as const

test('a thread waits when its last agent has left, and not before', () => {
  const head = chatHead({ members: [customerMember, agentMember, grace] })
  assert.equal(waitsAfterLeaving(head, [agentMember.id]), false)
  assert.equal(waitsAfterLeaving(head, [agentMember.id, grace.id]), true)
})

test('a thread does not start to wait when a customer leaves', () => {
  const head = chatHead({ members: [customerMember] })
  assert.equal(waitsAfterLeaving(head, [customerMember.id]), false)
  assert.equal(waitsAfterLeaving(head, [agentMember.id]), false)
})

test('a thread is served while it is active and does not wait', () => {
  const { thread } = chatHead()
  assert.equal(isServed({ thread: { ...thread, isActive: true, waitingSince: null } }), true)
  assert.equal(isServed({ thread: { ...thread, isActive: true, waitingSince: 1_000 } }), false)
})

test('a closed thread does not start to wait', () => {
  const { thread } = chatHead()
  const closed = chatHead({ members: [agentMember], thread: { ...thread, isActive: false } })
  assert.equal(isServed(closed), false)
  assert.equal(waitsAfterLeaving(closed, [agentMember.id]), false)
})
