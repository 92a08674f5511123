import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkAdditionalData,
  checkFilterNames,
  checkSecretKey,
  checkWebhookUrl,
  toMemberFilter,
} from './webhooks.js'

test('an action accepts exactly the filters of the specification', () => {
  checkFilterNames('incoming_event', ['chat_properties', 'event_properties', 'author_type'], 'filters')
  checkFilterNames('agent_deleted', ['chat_member_ids'], 'filters')
  for (const [action, filter] of [
    ['incoming_event', 'thread_properties'],
    ['incoming_chat_thread', 'author_type'],
    ['agent_status_changed', 'chat_properties'],
  ] as const) {
    assert.throws(() => checkFilterNames(action, [filter], 'filters'), /is not a filter of/)
  }
})

test('additional data is refused for an action that is not about a chat', () => {
  checkAdditionalData('thread_closed', ['chat_properties'], 'data')
  checkAdditionalData('agent_deleted', [], 'data')
  assert.throws(() => checkAdditionalData('agent_deleted', ['chat_properties'], 'data'), /must be empty/)
})

test('a member filter has exactly one key, and ids match in any case', () => {
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

test('a webhook URL must be a public HTTP address', () => {
  const targets = { allowsPrivate: false, hosts: new Set(['hooks.localhost']), ranges: [] }
  for (const url of ['https://bot.example/hooks?a=1', 'http://bot.example:8080', 'http://hooks.localhost']) {
    checkWebhookUrl(url, targets, 'url')
  }
  for (const [urls, refusal] of [
    [['', 'bot.example', 'ftp://bot.example/', 'javascript:alert(1)', 'http://'], /must be an .* http:/],
    [
      ['http:bot.example', 'http:///bot.example', 'http:\\\\bot.example', 'http:/\\bot.example'],
      /must be an .* http:/,
    ],
    [
      [' http://bot.example', 'http://bot.example/\n', 'http://bot.\texample', 'http://bot.example/\u0007'],
      /must not contain blanks/,
    ],
    [['http://user@bot.example/', 'https://:word@bot.example/'], /must name neither/],
    [['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://localhost/'], /must be .* public/],
  ] as const) {
    for (const url of urls) assert.throws(() => checkWebhookUrl(url, targets, 'url'), refusal, url)
  }
  checkWebhookUrl('http://127.0.0.1/', { ...targets, allowsPrivate: true }, 'url')
})

test('a secret key is any text, or base64 after whsec_', () => {
  const encoded = (length: number) => `whsec_${Buffer.alloc(length, 0xfb).toString('base64')}`
  for (const key of ['x', 'whsec', encoded(24), encoded(25), encoded(64)]) checkSecretKey(key, 'key')
  const urlSafe = encoded(24).replaceAll('+', '-')
  assert.notEqual(urlSafe, encoded(24))
  for (const key of ['whsec_', encoded(23), encoded(65), `${encoded(24)}=`, `${encoded(24)} `, urlSafe]) {
    assert.throws(() => checkSecretKey(key, 'key'), /must have 24 to 64 bytes as base64 after whsec_/, key)
  }
})
