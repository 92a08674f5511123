import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryBody } from './delivery-body.js'

test('the body of a delivery has the webhook id and secret key before the payload', () => {
  const payload = '{"action":"thread_closed","data":{"chat_id":"c"},"additional_data":{"chat_properties":{}}}'
  assert.equal(
    deliveryBody({ webhookId: 'w', payload, eventOrder: null }, 's"ecret'),
    '{"webhook_id":"w","secret_key":"s\\"ecret","action":"thread_closed","data":{"chat_id":"c"},"additional_data":{"chat_properties":{}}}',
  )
})

test('the body of an event delivery gets the event order, and nothing else', () => {
  const payload =
    '{"action":"incoming_event","data":{"chat_id":"c","event":{"id":"e","text":"__proto__"},"thread_id":"t"}}'
  assert.deepEqual(JSON.parse(deliveryBody({ webhookId: 'w', payload, eventOrder: 7 }, 's')), {
    webhook_id: 'w',
    secret_key: 's',
    action: 'incoming_event',
    data: { chat_id: 'c', event: { id: 'e', text: '__proto__', order: 7 }, thread_id: 't' },
  })
})

test('a payload that is not JSON throws', () => {
  for (const payload of ['[]', '1', 'null', '{', '{"data":{}}']) {
    assert.throws(() => deliveryBody({ webhookId: 'w', payload, eventOrder: 1 }, 's'), payload)
  }
})

test('a payload that is not an object throws, even when no order is filled in', () => {
  for (const payload of ['[]', '1', '"text"', 'null']) {
    assert.throws(() => deliveryBody({ webhookId: 'w', payload, eventOrder: null }, 's'), TypeError, payload)
  }
})
