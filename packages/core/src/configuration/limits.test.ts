import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionOverLimit } from './limits.js'

const rules = (...actions: readonly ('incoming_event' | 'thread_closed')[]) =>
  actions.map((action) => ({ action }))

test('rules are counted per action, those of bots included', () => {
  const both = rules('incoming_event', 'thread_closed', 'incoming_event')
  assert.equal(actionOverLimit(both, 2), undefined)
  assert.equal(actionOverLimit(both, 1), 'incoming_event')
  assert.equal(actionOverLimit([], 0), undefined)
})
