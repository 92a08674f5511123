import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agent, chatHead } from '../../test/domain-values.js'
import { type ChatFactOf, factChat } from './fact.js'
import { chatBefore } from './former-chat.js'

const customer = { id: 'customer', kind: 'customer' } as const
const ada = { id: 'ada@example.com', kind: 'agent' } as const
const kim = { id: 'kim@example.com', kind: 'agent' } as const
const chat = (
  members: readonly (typeof customer | typeof ada | typeof kim)[],
  groups: readonly number[] = [],
) => factChat(chatHead({ members, scopes: { groups, agents: [] } }))
const users = (values: Partial<ChatFactOf<'chat_users_updated'>>): ChatFactOf<'chat_users_updated'> => {
  return { name: 'chat_users_updated', chat: chat([customer]), added: [], removed: [], ...values }
}
const joined = { kind: 'agent', isPresent: true, lastSeenAt: null, agent: agent({ id: ada.id }) } as const

test('chatBefore restores removed members and drops added ones', () => {
  const told = [users({ added: [joined] }), users({ removed: [kim] })]
  const before = chatBefore(chat([customer, ada]), told)
  assert.deepEqual(before.members, [customer, kim])
})

test('chatBefore restores removed scopes', () => {
  const scopes = { groups: [2], agents: [] }
  const none = { groups: [], agents: [] }
  const after = chat([customer], [1])
  const fact = {
    name: 'chat_scopes_updated',
    chat: after,
    added: { groups: [1], agents: [] },
    removed: scopes,
  } as const
  assert.deepEqual(chatBefore(after, [fact]).scopes, scopes)
  assert.deepEqual(chatBefore(after, [{ ...fact, removed: none }]).scopes, none)
})

test('other facts do not change who can see the chat', () => {
  const after = chat([customer, ada])
  const fact = {
    name: 'thread_closed',
    chat: after,
    threadId: 'thread',
    properties: {},
    userId: null,
  } as const
  assert.deepEqual(chatBefore(after, [fact]), after)
})
