import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderReader, PushOrder } from '../../bench/clients/push-order.js'

function read(reader: OrderReader, text: string): number | undefined {
  const bytes = Buffer.from(`before${text}after "order":9`)
  return reader.read(bytes, 'before'.length, 'before'.length + text.length)
}

test('the order of a message is found wherever it stands, and only within its frame', () => {
  const reader = new OrderReader()
  assert.equal(read(reader, '{"event":{"order":17,"id":"a"}}'), 17)
  assert.equal(read(reader, '{"event":{"order":18,"id":"a"}}'), 18)
  assert.equal(read(reader, '42["incoming_event",{"event_order":1903}]'), 1903)
  assert.equal(read(reader, '{"action":"ping"}'), undefined)
})

test('messages once each and in order are counted', () => {
  const pushOrder = new PushOrder()
  for (const order of [4, 5, 6]) pushOrder.record(order)
  assert.equal(pushOrder.count, 3)
})

for (const [what, orders] of [
  ['left out', [1, 3]],
  ['repeated', [1, 1]],
  ['overtaken', [2, 1]],
  ['without an order', [1, undefined]],
] as const) {
  test(`a message that is ${what} is noticed`, () => {
    const pushOrder = new PushOrder()
    const recordAll = () => {
      for (const order of orders) pushOrder.record(order)
    }
    assert.throws(recordAll, Error)
  })
}
