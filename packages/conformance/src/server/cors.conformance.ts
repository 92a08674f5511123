import assert from 'node:assert/strict'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange } from './web.js'

const origin = 'https://shop.example'

export function corsCases(cases: ServerCases): void {
  cases.add('a preflight is answered for every origin, without credentials', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    for (const person of [ada, customer]) {
      const asked = {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const init = { method: 'OPTIONS', headers: { origin, ...asked } }
      const { status, headers, body } = await exchange(person.getAddress('send_event'), init)
      assert.deepEqual([status, body], [204, ''])
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('access-control-allow-methods'), 'POST')
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, ?/).toSorted()
      assert.deepEqual(allowed, ['authorization', 'content-type', 'idempotency-key'])
      assert.equal(headers.get('access-control-allow-credentials'), null)
    }
  })

  cases.add('every response, including errors, may be read by every origin', async ({ ada }) => {
    for (const action of ['get_filtered_chats', 'nowhere']) {
      const headers = { origin, ...asJson, ...bearer(ada.token) }
      const response = await exchange(ada.getAddress(action), { method: 'POST', headers })
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
    }
  })

  cases.add('endpoints of the authorization service answer preflights too', async ({ server }) => {
    for (const path of ['/auth/token', '/auth/info', '/auth/customer/']) {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const response = await exchange(server.baseUrl + path, { method: 'OPTIONS', headers })
      assert.deepEqual(
        [response.status, response.headers.get('access-control-allow-origin')],
        [204, '*'],
        path,
      )
    }
  })
}
