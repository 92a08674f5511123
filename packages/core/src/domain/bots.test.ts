import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botPresence, checkBotGroups, getBotStatus } from './bots.js'

test('the status of a bot is the same after it was stored', () => {
  for (const status of ['accepting chats', 'not accepting chats', 'offline'] as const) {
    assert.equal(getBotStatus(botPresence(status)), status)
  }
})

test('a bot whose log-in would expire is shown as offline', () => {
  assert.equal(botPresence('accepting chats').onlineUntil, 'forever')
  assert.equal(botPresence('not accepting chats').onlineUntil, 'forever')
  for (const onlineUntil of [0, 1, Number.MAX_SAFE_INTEGER]) {
    assert.equal(getBotStatus({ onlineUntil, routingStatus: 'accepting_chats' }), 'offline')
  }
})

test('a bot must be in group 0 exactly once, and in no other group', () => {
  checkBotGroups([])
  checkBotGroups([{ id: 0, priority: 'first' }])
  const refused = (ids: readonly number[], message: RegExp) => {
    const groups = ids.map((id) => ({ id, priority: 'normal' }) as const)
    assert.throws(() => checkBotGroups(groups), message)
  }
  refused([7], /groups\[0\]\.id must be 0/)
  refused([0, 7], /groups\[1\]\.id must be 0/)
  refused([0, 0], /twice/)
})
