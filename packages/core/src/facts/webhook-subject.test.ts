import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead, customerUser } from '../../test/domain-values.js'
import type { ThreadWithEvents } from '../model/thread.js'
import type { MemberFilter } from '../model/webhook.js'
import { type Fact, factChat } from './fact.js'
import { isMeantFor, webhookSubject } from './webhook-subject.js'

const ada = 'ada@example.com'
const head = chatHead({
  properties: { of: { it: 'chat' } },
  thread: { ...chatHead().thread, properties: { of: { it: 'last thread' } } },
})
const chat = factChat(head)
const thread: ThreadWithEvents = {
  ...{ id: 'thread', order: 1, isActive: true, createdAt: 1, userIds: [], events: [] },
  properties: { of: { it: 'its thread' } },
}
const shown = { head, lastActivityAt: 1, lastSharedActivityAt: 1, users: [customerUser()] }

function begun(onlyTo: string | null = null): Fact {
  return { name: 'incoming_chat_thread', chat, shown, thread, onlyTo }
}

function written(authorId: string | null): Fact {
  const event = chatEvent({ authorId, properties: { of: { it: 'event' } } })
  return { name: 'incoming_event', chat, threadId: 'thread', event }
}

const closed: Fact = {
  ...{ name: 'thread_closed', chat, threadId: 'before', userId: null },
  properties: { of: { it: 'closed thread' } },
}
const seen: Fact = { name: 'last_seen_timestamp_updated', chat, userId: ada, at: 1 }
const deleted: Fact = { name: 'agent_deleted', licenseId: 1, agentId: 'bot' }

test('lists the agents of the chat, or the agent that the fact is about', () => {
  assert.deepEqual([...webhookSubject(seen, head).agentIds], [ada])
  assert.deepEqual([...webhookSubject(deleted, null).agentIds], ['bot'])
  const updated: Fact = { name: 'license_updated', licenseId: 1, expiresAt: null }
  assert.deepEqual([...webhookSubject(updated, null).agentIds], [])
})

test('takes properties from the chat, from the thread of the fact, and from the event', () => {
  const postback: Fact = {
    ...{ name: 'incoming_rich_message_postback', chat, threadId: 'thread', eventId: 'event' },
    properties: { of: { it: 'rich message' } },
    postback: { userId: 'customer', id: 'yes', isToggled: true },
  }
  for (const [fact, ofThread, ofEvent] of [
    [begun(), 'its thread', undefined],
    [closed, 'closed thread', undefined],
    [seen, 'last thread', undefined],
    [written('customer'), 'last thread', 'event'],
    [postback, 'last thread', 'rich message'],
  ] as const) {
    const { chatProperties, threadProperties, eventProperties } = webhookSubject(fact, head)
    assert.equal(chatProperties.of?.it, 'chat')
    assert.deepEqual([threadProperties.of?.it, eventProperties.of?.it], [ofThread, ofEvent], fact.name)
  }
})

test('the author type is customer or agent, also for non-members, and null for system messages', () => {
  const authorOf = (fact: Fact) => webhookSubject(fact, head).authorType
  assert.equal(authorOf(written('customer')), 'customer')
  assert.equal(authorOf(written(ada)), 'agent')
  assert.equal(authorOf(written('outsider@example.com')), 'agent')
  assert.equal(authorOf(written(null)), null)
  assert.equal(authorOf(closed), null)
})

function rule(botId: string | null, members: MemberFilter | null = null) {
  const properties = { chatProperties: [], threadProperties: [], eventProperties: [] }
  return { botId, filters: { ...properties, members, authorType: null } }
}

test('webhooks match all facts except a thread that is shown again to one agent', () => {
  for (const own of [rule(null), rule('bot'), { botId: 'bot', filters: null }]) {
    const heard: readonly Fact[] = [seen, deleted, closed, written(ada), begun()]
    for (const fact of heard) assert.equal(isMeantFor(own, fact), true)
    for (const onlyTo of [ada, 'bot']) assert.equal(isMeantFor(own, begun(onlyTo)), false)
  }
})

test('a bot webhook that filters for its own chats matches a thread that is assigned to the bot', () => {
  for (const type of ['agents', 'agents_any'] as const) {
    const own = rule('bot', { type, agentIds: ['bot'] })
    assert.equal(isMeantFor(own, begun('bot')), true)
    assert.equal(isMeantFor(own, begun(ada)), false)
    assert.equal(isMeantFor(rule('bot', { type, agentIds: [ada] }), begun('bot')), false)
    assert.equal(isMeantFor(rule(null, { type, agentIds: ['bot'] }), begun('bot')), false)
  }
  assert.equal(isMeantFor(rule('bot', { type: 'agents_exclude', agentIds: ['bot'] }), begun('bot')), false)
})
