import assert from 'node:assert/strict'
import { expectedError, getStatus } from './errors.js'
import { assertLike } from './json.js'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange } from './web.js'

export function addressCases(cases: ServerCases): void {
  cases.add('each API is below the base address', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    await customer.succeed('get_chats_summary')
    await ada.succeed('get_filtered_chats')
    assert.equal((await ada.configure('agents/get_bot_agents')).status, 200)
  })

  cases.add('an unknown path is not found', async ({ server }) => {
    // Other paths may belong to pages of the host.
    for (const path of ['/customer', '/agent/']) {
      assert.equal((await exchange(server.baseUrl + path, { method: 'POST' })).status, 404, path)
    }
  })

  cases.add('an unknown version is refused as unsupported_version', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    const responses = [
      await customer.call('get_chats_summary', {}, { version: 'v0.6' }),
      await ada.call('get_filtered_chats', {}, { version: 'v0.5' }),
      await ada.call('get_filtered_chats', {}, { version: 'v1' }),
      await ada.configure('agents/get_bot_agents', {}, 'v0.6/'),
    ]
    for (const { status, body } of responses) {
      assert.equal(status, getStatus('unsupported_version'))
      assertLike(body, { error: expectedError('unsupported_version') })
    }
  })

  cases.add(
    'an endpoint or action that the version does not have is refused as validation',
    async (context) => {
      const { ada, server } = context
      const paths = [
        '/agent/v0.4/nowhere',
        '/agent/v0.4/action/nowhere',
        '/customer/v0.5/action/a/b?license_id=1',
      ]
      for (const path of paths) {
        const headers = { ...asJson, ...bearer(ada.token) }
        const { status, body } = await exchange(server.baseUrl + path, {
          method: 'POST',
          headers,
          body: '{}',
        })
        assert.equal(status, 400, path)
        assertLike(body, { error: expectedError('validation') })
      }
    },
  )

  cases.add('a method other than POST is refused as method_not_allowed, with Allow', async ({ ada }) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers, body } = await exchange(ada.getAddress('get_filtered_chats'), { method })
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'], method)
      assertLike(body, { error: { ...expectedError('method_not_allowed'), data: { allow: 'POST' } } })
    }
  })

  cases.add('a customer request requires one numeric license_id', async (context) => {
    const customer = await context.customer()
    const address = customer.getAddress('get_chats_summary').replace(/\?.*/, '')
    const response = (query: string) =>
      exchange(address + query, { method: 'POST', headers: { ...asJson, ...bearer(customer.token) } })
    for (const query of ['', '?license_id=', '?license_id=one', '?license_id=1&license_id=2']) {
      const { status, body } = await response(query)
      assert.equal(status, 400, query)
      assertLike(body, { error: expectedError('validation') })
    }
  })
}
