import assert from 'node:assert/strict'
import { type ErrorType, expectedError, getStatus } from './errors.js'
import { assertLike } from './json.js'
import { createAgentPerson, Person } from './people.js'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange, type WebResponse } from './web.js'

export function errorCases(cases: ServerCases): void {
  requestCases(cases)
  authenticationCases(cases)
  refusalCases(cases)
}

/** Asserts the HTTP status and the complete error body. */
function assertError({ status, body }: WebResponse, type: ErrorType): void {
  assert.equal(status, getStatus(type), JSON.stringify(body))
  assertLike(body, { error: expectedError(type) })
}

function requestCases(cases: ServerCases): void {
  cases.add('validation is 400, and names the invalid field', async ({ ada }) => {
    const response = await ada.call('send_event', {})
    assertError(response, 'validation')
    const message = 'Wrong format of request: payload.chat_id is required'
    assert.deepEqual(response.body, {
      error: { type: 'validation', message, data: { path: 'payload.chat_id', rule: 'required' } },
    })
  })

  cases.add('entity_too_large is 413', async ({ ada }) => {
    const body = '{}'.padEnd(262_145, ' ')
    const headers = { ...asJson, ...bearer(ada.token) }
    const response = await exchange(ada.getAddress('send_event'), { method: 'POST', headers, body })
    assertError(response, 'entity_too_large')
  })

  cases.addIf('oneNode', 'too_many_requests is 429, with Retry-After', async (context) => {
    const customer = await context.customer()
    const responses = await Promise.all(Array.from({ length: 150 }, () => customer.call('get_chats_summary')))
    const refused = responses.find(({ status }) => status === getStatus('too_many_requests'))
    assert.ok(refused, 'nothing was refused')
    assertError(refused, 'too_many_requests')
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  })
}

function authenticationCases(cases: ServerCases): void {
  cases.add('authentication is 401, with WWW-Authenticate Bearer', async (context) => {
    const { ada } = context
    const customer = await context.customer()
    for (const person of [ada, customer]) {
      const response = await exchange(person.getAddress('start_chat'), { method: 'POST', headers: asJson })
      assertError(response, 'authentication')
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer\b/)
    }
  })

  cases.add(
    'a token that is unknown, of the other API or of another license is refused as authentication',
    async (context) => {
      const { ada, server, tenant, stranger } = context
      const [customer, other] = [await context.customer(), await context.customer(stranger)]
      const with_ = (api: 'agent' | 'customer', token: string) =>
        new Person(server, { api, id: '', licenseId: tenant.licenseId, token })
      for (const person of [
        with_('agent', 'pla_unknown'),
        with_('agent', customer.token),
        with_('customer', ada.token),
        with_('customer', other.token),
      ]) {
        assertError(await person.call('start_chat'), 'authentication')
      }
    },
  )

  cases.add('a revoked token is refused as authentication immediately', async ({ bob, server }) => {
    await bob.succeed('get_filtered_chats')
    await exchange(`${server.baseUrl}/auth/token?token=${bob.token}`, { method: 'DELETE' })
    assertError(await bob.call('get_filtered_chats'), 'authentication')
  })
}

function refusalCases(cases: ServerCases): void {
  cases.add('license_expired is 402', async ({ server, expired }) => {
    assertError(
      await createAgentPerson(server, expired, expired.administrator).call('get_filtered_chats'),
      'license_expired',
    )
  })

  cases.add('authorization is 403', async (context) => {
    const { bob } = context
    const { chatId: chat_id } = await context.chatOf(await context.customer())
    assertError(await bob.call('close_thread', { chat_id }), 'authorization')
  })

  cases.add('customer_banned is 403', async (context) => {
    const customer = await context.customer()
    await context.ada.succeed('ban_customer', { customer_id: customer.id, ban: { days: 1 } })
    assertError(await customer.call('get_chats_summary'), 'customer_banned')
  })

  cases.add('license_not_found is 404', async (context) => {
    const { server } = context
    const { id, token } = await context.customer()
    const lost = new Person(server, { api: 'customer', id, token, licenseId: 999_999_999 })
    assertError(await lost.call('get_chats_summary'), 'license_not_found')
  })
}
