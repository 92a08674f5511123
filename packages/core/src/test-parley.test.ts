import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import { createTestParley } from './test-parley.js'

test('createTestParley starts an engine whose customer and agent can chat', async (t) => {
  const { parley, license, customer, agent, customerToken, agentToken } = await createTestParley({
    storage: memoryStorage(),
  })
  t.after(() => parley.close())
  const call = async (api: 'agent' | 'customer', token: string, action: string, payload: unknown) => {
    const url = `http://localhost/${api}/${api === 'agent' ? 'v0.4' : 'v0.5'}/action/${action}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const query = api === 'customer' ? `?license_id=${license.id}` : ''
    const response = await parley.fetch(
      new Request(url + query, { method: 'POST', headers, body: JSON.stringify(payload) }),
    )
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text
  }
  const started = await call('customer', customerToken, 'start_chat', {})
  const [, chatId = 'none'] = /"chat":\{"id":"([^"]+)"/.exec(started) ?? []
  const listed = await call('agent', agentToken, 'get_filtered_chats', {})
  assert.ok(listed.includes(`"${chatId}"`), started + listed)
  assert.ok(listed.includes(`"${customer.id}"`))
  assert.equal(agent.permission, 'administrator')
})

test('createTestParley gives the engine a clock that only the test advances', async (t) => {
  const { parley, clock, customer } = await createTestParley({ storage: memoryStorage() })
  t.after(() => parley.close())
  assert.equal(customer.createdAt.getTime(), clock.now())
  clock.advance(60_000)
  const later = await parley.admin.customers.create({ licenseId: customer.licenseId })
  assert.equal(later.createdAt.getTime() - customer.createdAt.getTime(), 60_000)
})
