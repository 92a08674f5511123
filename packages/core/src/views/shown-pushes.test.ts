import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPush } from './shown-pushes.js'

test('every version of an API has the pushes that its contract lists', () => {
  assert.equal(hasPush({ api: 'customer', version: 'v0.3' }, 'incoming_event'), true)
  assert.equal(hasPush({ api: 'customer', version: 'v0.5' }, 'customer_disconnected'), true)
  assert.equal(hasPush({ api: 'agent', version: 'v0.4' }, 'agent_updated'), true)
})

test('what the contract does not list is no push of the API', () => {
  assert.equal(hasPush({ api: 'customer', version: 'v0.5' }, 'agent_updated'), false)
  assert.equal(hasPush({ api: 'customer', version: 'v0.5' }, 'incoming_sneak_peek'), false)
  assert.equal(hasPush({ api: 'agent', version: 'v0.4' }, 'customer_disconnected'), false)
})
