import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configuredRule } from '../../test/domain-values.js'
import { toConfiguredWebhooks } from './configured-webhooks.js'

test('webhooks are grouped by action, in their given order', () => {
  const rules = [
    configuredRule({ webhookId: 'a' }),
    configuredRule({ webhookId: 'b', action: 'incoming_event' }),
    configuredRule({ webhookId: 'c' }),
  ]
  const byAction = toConfiguredWebhooks(rules)
  const idsOf = (action: 'thread_closed' | 'incoming_event' | 'agent_deleted') =>
    byAction.get(action)?.map(({ rule }) => rule.webhookId)
  assert.deepEqual(idsOf('thread_closed'), ['a', 'c'])
  assert.deepEqual(idsOf('incoming_event'), ['b'])
  assert.equal(idsOf('agent_deleted'), undefined)
  assert.equal(toConfiguredWebhooks([]).size, 0)
})
