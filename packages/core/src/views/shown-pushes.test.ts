import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushName } from './shown-pushes.js'

test('every version of an API has the pushes of its contract', () => {
  assert.equal(pushName({ api: 'customer', version: 'v0.3' }, 'incoming_event'), 'incoming_event')
  assert.equal(
    pushName({ api: 'customer', version: 'v0.5' }, 'customer_disconnected'),
    'customer_disconnected',
  )
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'agent_updated'), 'agent_updated')
})

test('a push that the contract does not list has no name', () => {
  assert.equal(pushName({ api: 'customer', version: 'v0.5' }, 'agent_updated'), undefined)
  assert.equal(pushName({ api: 'customer', version: 'v0.5' }, 'incoming_sneak_peek'), undefined)
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'customer_disconnected'), undefined)
})

test('a push of newer versions has no name in older ones', () => {
  for (const name of ['incoming_multicast', 'incoming_rich_message_postback']) {
    assert.equal(pushName({ api: 'customer', version: 'v0.5' }, name), name)
    for (const version of ['v0.3', 'v0.4'] as const) {
      assert.equal(pushName({ api: 'customer', version }, name), undefined)
    }
  }
})

test('a push has the name of its version', () => {
  assert.equal(pushName({ api: 'agent', version: 'v0.3' }, 'incoming_multicast'), 'incoming_broadcast')
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'incoming_multicast'), 'incoming_multicast')
  assert.equal(pushName({ api: 'agent', version: 'v0.3' }, 'incoming_broadcast'), undefined)
})
