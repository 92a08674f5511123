import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushName } from './shown-pushes.js'

test('every version of an API has the pushes that its contract lists', () => {
  assert.equal(pushName({ api: 'customer', version: 'v0.3' }, 'incoming_event'), 'incoming_event')
  assert.equal(
    pushName({ api: 'customer', version: 'v0.5' }, 'customer_disconnected'),
    'customer_disconnected',
  )
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'agent_updated'), 'agent_updated')
})

test('what the contract does not list is no push of the API', () => {
  assert.equal(pushName({ api: 'customer', version: 'v0.5' }, 'agent_updated'), undefined)
  assert.equal(pushName({ api: 'customer', version: 'v0.5' }, 'incoming_sneak_peek'), undefined)
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'customer_disconnected'), undefined)
})

test('what the contract lists for newer versions only is no push of the older ones', () => {
  for (const name of ['incoming_multicast', 'incoming_rich_message_postback']) {
    assert.equal(pushName({ api: 'customer', version: 'v0.5' }, name), name)
    for (const version of ['v0.3', 'v0.4'] as const) {
      assert.equal(pushName({ api: 'customer', version }, name), undefined)
    }
  }
})

test('a push has the name that its version has for it', () => {
  assert.equal(pushName({ api: 'agent', version: 'v0.3' }, 'incoming_multicast'), 'incoming_broadcast')
  assert.equal(pushName({ api: 'agent', version: 'v0.4' }, 'incoming_multicast'), 'incoming_multicast')
  assert.equal(pushName({ api: 'agent', version: 'v0.3' }, 'incoming_broadcast'), undefined)
})
