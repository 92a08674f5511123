import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryBody } from './delivery-body.js'

test('the body has the webhook and its key before what was rendered', () => {
  const payload = '{"action":"thread_closed","data":{"chat_id":"c"},"additional_data":{"chat_properties":{}}}'
  assert.equal(
    deliveryBody({ webhookId: 'w', payload, eventOrder: null }, 's"ecret'),
    '{"webhook_id":"w","secret_key":"s\\"ecret","action":"thread_closed","data":{"chat_id":"c"},"additional_data":{"chat_properties":{}}}',
  )
})

test('of an event the order is filled in, and nothing else', () => {
  const payload =
    '{"action":"incoming_event","data":{"chat_id":"c","event":{"id":"e","text":"__proto__"},"thread_id":"t"}}'
  assert.deepEqual(JSON.parse(deliveryBody({ webhookId: 'w', payload, eventOrder: 7 }, 's')), {
    webhook_id: 'w',
    secret_key: 's',
    action: 'incoming_event',
    data: { chat_id: 'c', event: { id: 'e', text: '__proto__', order: 7 }, thread_id: 't' },
  })
})

test('what is no payload is a fault', () => {
  for (const payload of ['[]', '1', 'null', '{', '{"data":{}}']) {
    assert.throws(() => deliveryBody({ webhookId: 'w', payload, eventOrder: 1 }, 's'), payload)
  }
})

test('a payload that is no object is a fault, also where no order is filled in', () => {
  for (const payload of ['[]', '1', '"text"', 'null']) {
    assert.throws(() => deliveryBody({ webhookId: 'w', payload, eventOrder: null }, 's'), TypeError, payload)
  }
})
