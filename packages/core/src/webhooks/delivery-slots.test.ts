import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookDestination } from '../model/webhook.js'
import { type DeliverySlot, DeliverySlots } from './delivery-slots.js'
import { Destination } from './destination.js'
import { shareSlots, type WaitingWebhook } from './share-slots.js'

function proven(licenseId: number): Destination {
  const destination = new Destination(licenseId)
  for (let count = 0; count < 10; count += 1) {
    destination.take()
    destination.free('delivered', 0)
  }
  return destination
}

function takeAll(slots: DeliverySlots, of: () => Destination): readonly DeliverySlot[] {
  const taken: DeliverySlot[] = []
  for (;;) {
    const slot = slots.take(of(), 0)
    if (slot === undefined) return taken
    taken.push(slot)
  }
}

test('one license uses at most a fourth of the delivery slots', () => {
  const slots = new DeliverySlots(40)
  assert.equal(takeAll(slots, () => proven(1)).length, 10)
  assert.equal(takeAll(slots, () => proven(2)).length, 10)
})

test('half of the delivery slots is reserved for destinations whose latest delivery succeeded', () => {
  const slots = new DeliverySlots(40)
  let licenseId = 0
  const next = () => {
    licenseId += 1
    return licenseId
  }
  assert.equal(takeAll(slots, () => new Destination(next())).length, 20)
  const rest = takeAll(slots, () => proven(next()))
  assert.equal(rest.length, 20)
  assert.deepEqual([slots.takenCount, slots.hasFree], [40, false])
  for (const slot of rest) slots.free(slot, 'failed', 0)
  assert.deepEqual([slots.takenCount, slots.hasFree], [20, true])
  assert.equal(slots.take(new Destination(next()), 0), undefined)
})

function due(id: string, destination: Destination): WaitingWebhook {
  const to: WebhookDestination = { id, licenseId: 1, url: '', secretKey: '', disabledAt: null }
  return { to, destination }
}

const counts = (slots: ReadonlyMap<string, readonly DeliverySlot[]>) =>
  Object.fromEntries([...slots].map(([id, own]) => [id, own.length]))

test('webhooks of one destination share its limit', () => {
  const destination = proven(1)
  const shared = shareSlots(
    [due('a', destination), due('b', destination), due('c', destination)],
    new DeliverySlots(512),
    0,
  )
  assert.deepEqual(counts(shared.slots), { a: 4, b: 3, c: 3 })
  assert.deepEqual(shared.crowdedOut, [])
})

test('crowded-out webhooks are told apart from those whose destination is at its limit', () => {
  const closed = new Destination(1)
  for (let count = 0; count < 5; count += 1) {
    closed.take()
    closed.free('failed', 0)
  }
  const all = [due('closed', closed), due('a', proven(1)), due('b', proven(2)), due('c', proven(3))]
  const { slots, crowdedOut } = shareSlots([...all, due('d', proven(1))], new DeliverySlots(4), 0)
  assert.deepEqual(counts(slots), { a: 1, b: 1, c: 1 })
  assert.deepEqual(
    crowdedOut.map(({ to }) => to.id),
    ['d'],
  )
})
