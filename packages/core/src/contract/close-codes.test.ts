import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes as names } from '../edge/rtm/close-codes.js'
import { apis } from './apis.js'
import { closeCodes, describeReasons, disconnectReasons } from './close-codes.js'

test('every close code that the engine sends is in the table, and no other', () => {
  assert.deepEqual(Object.values(names).map(String).toSorted(), Object.keys(closeCodes).toSorted())
})

test('every reason of a disconnect push is in the table, and no other', () => {
  const reasons = new Set([...apis.agent.disconnect.reasons, ...apis.customer.disconnect.reasons])
  assert.deepEqual([...reasons].toSorted(), Object.keys(disconnectReasons).toSorted())
})

test('only close codes with an immediate reconnect use backoff', () => {
  for (const { reconnect, backoff } of [...Object.values(closeCodes), ...Object.values(disconnectReasons)]) {
    if (backoff) assert.equal(reconnect, 'now')
  }
})

test('describes which reasons a client connects again after', () => {
  assert.equal(
    describeReasons(['internal_error', 'access_token_revoked', 'agent_deleted', 'license_expired']),
    'Why the connection ends. When to reconnect: after `internal_error`: now, with backoff; after ' +
      '`access_token_revoked`: with a new token; after `agent_deleted`, `license_expired`: never.',
  )
})
