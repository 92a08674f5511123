import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, textAt } from './json.js'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange } from './web.js'

export function envelopeCases(cases: ServerCases): void {
  cases.add('the body of a success is the payload, or {} when there is none', async (context) => {
    const customer = await context.customer()
    const { status, body } = await customer.call('get_chats_summary')
    assert.deepEqual([status, body], [200, { chats_summary: [], total_chats: 0 }])
    const { chatId: chat_id } = await context.chatOf(customer)
    assert.deepEqual(await customer.succeed('close_thread', { chat_id }), {})
  })

  cases.add('a missing payload counts as an empty one', async ({ ada }) => {
    const headers = { ...asJson, ...bearer(ada.token) }
    for (const body of ['', '{}', '{"payload":{}}']) {
      const response = await exchange(ada.getAddress('get_filtered_chats'), { method: 'POST', headers, body })
      assert.deepEqual([response.status, response.body], [200, { chats_summary: [] }], body)
    }
  })

  cases.add('every response is JSON with no-store and nosniff', async ({ ada }) => {
    for (const { headers } of [await ada.call('get_filtered_chats'), await ada.call('nowhere')]) {
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })

  cases.add('text with any characters is returned as it was sent', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id } = await context.chatOf(customer)
    for (const text of ['é', '👋🏽 "quoted" \\ \u2028', 'é'.repeat(16_384)]) {
      const response = await customer.succeed('send_event', { chat_id, event: { type: 'message', text } })
      assert.equal(textAt(response, 'event.text'), text)
    }
  })

  cases.add('author_id lets an app act only as its own bot', async (context) => {
    const { ada, bob } = context
    const made = await ada.configure('agents/create_bot_agent', {
      name: 'Botty',
      status: 'not accepting chats',
    })
    const authorId = textAt(made.body, 'bot_agent_id')
    const { chatId: chat_id } = await context.chatOf(await context.customer())
    const payload = { chat_id, event: { type: 'message', text: 'I am a bot' } }
    const response = await ada.succeed('send_event', payload, { authorId })
    assert.equal(textAt(response, 'event.author_id'), authorId)
    for (const other of [bob.id, 'nobody']) {
      assertLike(await ada.refuse('send_event', payload, { authorId: other }), expectedError('authorization'))
    }
  })
}
