import assert from 'node:assert/strict'
import { expectedError, getStatus } from './errors.js'
import { assertLike } from './json.js'
import type { Person } from './people.js'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange } from './web.js'

const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)])
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 0]))

/** Request bodies that are refused before they reach an action (decisions §1.6, §13). */
export const refusedTexts: readonly (readonly [what: string, text: string])[] = [
  ['invalid JSON', '{"payload":'],
  ['a list', '[]'],
  ['a NUL character', '{"payload":{"text":"a\\u0000"}}'],
  ['a lone surrogate', '{"payload":{"text":"\\ud800"}}'],
  ['an integer beyond 2^53', '{"payload":{"n":9007199254740992}}'],
  ['an infinite number', '{"payload":{"n":1e999}}'],
  ['a payload that is not an object', '{"payload":[]}'],
  ['a key of more than 256 bytes', JSON.stringify({ payload: { [`${'é'.repeat(128)}x`]: 1 } })],
  ['more than 1,000 keys', JSON.stringify({ payload: keys(1_001) })],
  ['more than 32 levels', JSON.stringify({ payload: { deep: nested(31) } })],
  ['thousands of levels', `{"payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
]

export function boundCases(cases: ServerCases): void {
  bodyCases(cases)
  sizeCases(cases)
}

function send({ address, token }: { readonly address: string; readonly token: string }, init: RequestInit) {
  return exchange(address, {
    method: 'POST',
    ...init,
    headers: { ...asJson, ...bearer(token), ...init.headers },
  })
}

const sending = (person: Person) => ({ address: person.getAddress('send_event'), token: person.token })

function bodyCases(cases: ServerCases): void {
  for (const [what, body] of refusedTexts) {
    cases.add(`a body with ${what} is refused as validation`, async ({ ada }) => {
      const response = await send(sending(ada), { body })
      assert.equal(response.status, getStatus('validation'))
      assertLike(response.body, { error: expectedError('validation') })
    })
  }

  cases.add('a body at the limits of depth and keys is accepted', async (context) => {
    const { ada } = context
    const { chatId: chat_id } = await context.chatOf(ada)
    const content = { ...keys(998), deep: nested(27), ['é'.repeat(128)]: Number.MAX_SAFE_INTEGER }
    await ada.succeed('send_event', { chat_id, event: { type: 'custom', content } })
  })

  cases.add('a body that is not UTF-8 or not declared as JSON is refused as validation', async ({ ada }) => {
    const spoilt = await send(sending(ada), { body: new Uint8Array([0x7b, 0xff, 0x7d]) })
    assert.deepEqual([spoilt.status], [400])
    assertLike(spoilt.body, { error: expectedError('validation') })
    const text = await send(sending(ada), { body: '{}', headers: { 'content-type': 'text/plain' } })
    assert.deepEqual([text.status], [400])
    assertLike(text.body, { error: expectedError('validation') })
  })
}

function sizeCases(cases: ServerCases): void {
  cases.add('a body is limited to 256 KiB, with or without Content-Length', async ({ ada }) => {
    const body = (bytes: number) => '{}'.padEnd(bytes, ' ')
    const stream = (bytes: number) => ({ body: new Blob([body(bytes)]).stream(), duplex: 'half' as const })
    const large = { ...sending(ada), address: ada.getAddress('get_filtered_chats') }
    assert.equal((await send(large, { body: body(262_144) })).status, 200)
    assert.equal((await send(large, stream(262_144))).status, 200)
    assert.equal((await send(large, { body: body(262_145) })).status, 413)
    assert.equal((await send(large, stream(262_145))).status, 413)
  })

  cases.add('a query is limited to 8 KiB', async (context) => {
    const customer = await context.customer()
    const address = customer.getAddress('get_chats_summary')
    const padded = (bytes: number) => `${address}&x=`.padEnd(address.indexOf('?') + 1 + bytes, 'x')
    const response = (bytes: number) =>
      send({ address: padded(bytes), token: customer.token }, { body: '{}' })
    assert.equal((await response(8_192)).status, 200)
    const { status, body } = await response(8_193)
    assert.equal(status, 400)
    assertLike(body, { error: expectedError('validation') })
  })

  cases.add('oversized headers are refused, and the server keeps working', async ({ ada }) => {
    const headers = { 'x-padding': 'x'.repeat(100_000) }
    const status = await send(sending(ada), { body: '{}', headers }).then(
      (response) => response.status,
      // A server may also close the connection without a response.
      () => 431,
    )
    assert.ok(status >= 400 && status < 500, `they were answered ${status}`)
    await ada.succeed('get_filtered_chats')
  })
}
