import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCustomer } from './customers.js'

const row = {
  ...{ id: 'c', license_id: 1, external_id: null, name: null, email: null, fields: '[]' },
  ...{ thread_count: 0, banned_until: null, created_at: 0 },
}

test('decodeCustomer gives a visitor from before geolocation a geolocation of null', () => {
  const visitor = JSON.stringify({ ip: '192.0.2.1' })
  assert.equal(decodeCustomer({ ...row, visitor }).visitor?.geolocation, null)
})
