import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAdditionalData, checkFilterNames, isWebhookUrl, toMemberFilter } from './webhooks.js'

test('an action has the filters of the specification, and no other', () => {
  checkFilterNames('incoming_event', ['chat_properties', 'event_properties', 'author_type'], 'filters')
  checkFilterNames('agent_deleted', ['chat_member_ids'], 'filters')
  for (const [action, filter] of [
    ['incoming_event', 'thread_properties'],
    ['incoming_chat_thread', 'author_type'],
    ['agent_status_changed', 'chat_properties'],
  ] as const) {
    assert.throws(() => checkFilterNames(action, [filter], 'filters'), /is no filter of/)
  }
})

test('what is about no chat has no properties of it to tell', () => {
  checkAdditionalData('thread_closed', ['chat_properties'], 'data')
  checkAdditionalData('agent_deleted', [], 'data')
  assert.throws(() => checkAdditionalData('agent_deleted', ['chat_properties'], 'data'), /must be empty/)
})

test('members are asked for in one way, by ids in any case', () => {
  assert.deepEqual(toMemberFilter({ agents_any: ['Ada@Example.com', 'ada@example.com'] }, 'members'), {
    type: 'agents_any',
    agentIds: ['ada@example.com'],
  })
  assert.deepEqual(toMemberFilter({ agents_exclude: [] }, 'members'), {
    ...{ type: 'agents_exclude', agentIds: [] },
  })
  for (const requested of [{}, { agents: ['a'], agents_any: ['b'] }]) {
    assert.throws(() => toMemberFilter(requested, 'members'), /must have one of/)
  }
})

test('a webhook goes to an address of HTTP', () => {
  for (const url of ['https://bot.example/hooks?a=1', 'http://bot.example:8080']) {
    assert.equal(isWebhookUrl(url), true)
  }
  for (const url of ['', 'bot.example', 'ftp://bot.example/', 'javascript:alert(1)', 'http://']) {
    assert.equal(isWebhookUrl(url), false)
  }
})
