import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, at } from './json.js'
import { hello } from './samples.js'
import type { ServerCases } from './suite.js'

const idempotencyKey = 'one'

/** Cases for idempotency keys, with which a client repeats a request safely (decisions §6.5). */
export function idempotencyCases(cases: ServerCases): void {
  cases.add('a repeated request gets the same response and is carried out once', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id } = await context.chatOf(customer)
    const send = () => customer.call('send_event', { chat_id, event: hello }, { idempotencyKey })
    const [first, ...others] = [await send(), ...(await Promise.all([send(), send(), send()]))]
    assert.equal(first.status, 200)
    for (const { status, body } of others) assert.deepEqual([status, body], [200, first.body])
    const summary = await customer.succeed('get_chat_threads_summary', { chat_id })
    assert.equal(at(summary, 'threads_summary.0.total_events'), 1)
  })

  cases.add('equal concurrent requests start one chat', async (context) => {
    const customer = await context.customer()
    const starting = Array.from({ length: 5 }, () => customer.succeed('start_chat', {}, { idempotencyKey }))
    const ids = (await Promise.all(starting)).map((response) => at(response, 'chat.id'))
    assert.equal(new Set(ids).size, 1)
    assert.equal(at(await customer.succeed('get_chats_summary'), 'total_chats'), 1)
  })

  cases.add('another payload with the same key is refused as validation', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id } = await context.chatOf(customer)
    await customer.succeed('send_event', { chat_id, event: hello }, { idempotencyKey })
    const other = { chat_id, event: { ...hello, text: 'Other' } }
    assertLike(await customer.refuse('send_event', other, { idempotencyKey }), expectedError('validation'))
  })

  cases.add('a key belongs to its caller, and a refused request does not use it up', async (context) => {
    const [one, other] = [await context.customer(), await context.customer()]
    await one.refuse('start_chat', { chat: { properties: { none: { at: 'all' } } } }, { idempotencyKey })
    const first = await one.succeed('start_chat', {}, { idempotencyKey })
    const second = await other.succeed('start_chat', {}, { idempotencyKey })
    assert.notEqual(at(first, 'chat.id'), at(second, 'chat.id'))
  })

  cases.add('a key has 1 to 128 characters', async (context) => {
    const customer = await context.customer()
    await customer.succeed('start_chat', {}, { idempotencyKey: 'x'.repeat(128) })
    const refusal = await customer.refuse('start_chat', {}, { idempotencyKey: 'x'.repeat(129) })
    assertLike(refusal, expectedError('validation'))
  })

  cases.addOver('a key is shared between HTTP and RTM', async (context, transport) => {
    const customer = await context.customer()
    const connection = await context.connect(customer, transport)
    const first = await connection.succeed('start_chat', {}, { idempotencyKey })
    assert.deepEqual(await customer.succeed('start_chat', {}, { idempotencyKey }), first)
    assert.equal((await connection.readPushes()).length, 1)
  })
}
