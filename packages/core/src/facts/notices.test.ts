import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agent, agentUser, chatEvent, chatHead, customerUser } from '../../test/domain-values.js'
import type { ChatMember } from '../model/chat.js'
import type { ChatEvent } from '../model/event.js'
import { factChat } from './fact.js'
import { eventNotice, threadNotice, usersNotice } from './notices.js'

const members: readonly ChatMember[] = [
  { kind: 'customer', id: 'customer' },
  { kind: 'agent', id: 'ada' },
  { kind: 'agent', id: 'bob' },
]
const head = chatHead({ members })
const chat = factChat(head)
const archived = { type: 'system_message', text: 'Closed', system_message_type: 'thread_archived' } as const

const ofEvent = (event: ChatEvent, authorId: string | null) =>
  eventNotice({ name: 'incoming_event', chat, threadId: 'thread', event }, authorId)

function ofThread(events: readonly ChatEvent[], authorId: string | null, onlyTo: string | null = null) {
  const kept = { lastActivityAt: 1, lastSharedActivityAt: 1 }
  const shown = { head, users: [customerUser()], ...kept }
  const thread = { id: 'thread', order: 1, isActive: true, createdAt: 1, properties: {}, userIds: [], events }
  return threadNotice({ name: 'incoming_chat_thread', chat, shown, thread, onlyTo }, authorId)
}

test('notifies the agents of a chat of what a customer writes', () => {
  const event = chatEvent()
  const notice = { chat, threadId: 'thread', agentIds: ['ada', 'bob'], reason: 'event', event }
  assert.deepEqual(ofEvent(event, 'customer'), notice)
})

test('notifies the agents of a chat of what another agent writes, also to agents only', () => {
  const event = chatEvent({ authorId: 'ada', recipients: 'agents' })
  assert.deepEqual(ofEvent(event, 'ada')?.agentIds, ['bob'])
})

test('does not notify of a thread that an agent is shown later', () => {
  assert.equal(ofThread([chatEvent()], null, 'ada'), null)
})

test('does not notify the author of an event that the host sent for them', () => {
  assert.deepEqual(ofEvent(chatEvent({ authorId: 'ada' }), null)?.agentIds, ['bob'])
})

test('does not notify of system messages', () => {
  assert.equal(ofEvent(chatEvent({ authorId: null, content: archived }), 'ada'), null)
})

test('notifies the agents in the chat of the last event when a thread begins', () => {
  const event = chatEvent({ id: 'second', order: 2 })
  const events = [chatEvent(), event, chatEvent({ authorId: null, content: archived, order: 3 })]
  const notice = { chat, threadId: 'thread', agentIds: ['ada', 'bob'], reason: 'event', event }
  assert.deepEqual(ofThread(events, 'customer'), notice)
})

test('a thread that begins without an event is reported as assigned, except to the agent who began it', () => {
  const notice = { chat, threadId: 'thread', agentIds: ['bob'], reason: 'assigned', event: null }
  assert.deepEqual(ofThread([], 'ada'), notice)
})

test('notifies added agents, but neither customers nor agents who joined themselves', () => {
  const added = [
    customerUser(),
    agentUser({ agent: agent({ id: 'ada' }) }),
    agentUser({ agent: agent({ id: 'bob' }) }),
  ]
  const fact = { name: 'chat_users_updated', chat, added, removed: [] } as const
  const notice = { chat, threadId: null, agentIds: ['bob'], reason: 'assigned', event: null }
  assert.deepEqual(usersNotice(fact, 'ada'), notice)
  assert.deepEqual(usersNotice(fact, null)?.agentIds, ['ada', 'bob'])
})
