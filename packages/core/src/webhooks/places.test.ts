import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookDestination } from '../model/webhook.js'
import { type Due, deal } from './deal.js'
import { Destination } from './destination.js'
import { type Place, Places } from './places.js'

function proven(licenseId: number): Destination {
  const destination = new Destination(licenseId)
  for (let count = 0; count < 10; count += 1) {
    destination.take()
    destination.free('delivered', 0)
  }
  return destination
}

function takeAll(places: Places, of: () => Destination): readonly Place[] {
  const taken: Place[] = []
  for (;;) {
    const place = places.take(of(), 0)
    if (place === undefined) return taken
    taken.push(place)
  }
}

test('one license uses at most a fourth of the delivery slots', () => {
  const places = new Places(40)
  assert.equal(takeAll(places, () => proven(1)).length, 10)
  assert.equal(takeAll(places, () => proven(2)).length, 10)
})

test('half of the delivery slots is reserved for destinations whose latest delivery succeeded', () => {
  const places = new Places(40)
  let licenseId = 0
  const next = () => {
    licenseId += 1
    return licenseId
  }
  assert.equal(takeAll(places, () => new Destination(next())).length, 20)
  const rest = takeAll(places, () => proven(next()))
  assert.equal(rest.length, 20)
  assert.deepEqual([places.takenCount, places.hasAny], [40, false])
  for (const place of rest) places.free(place, 'failed', 0)
  assert.deepEqual([places.takenCount, places.hasAny], [20, true])
  assert.equal(places.take(new Destination(next()), 0), undefined)
})

function due(id: string, destination: Destination): Due {
  const to: WebhookDestination = { id, licenseId: 1, url: '', secretKey: '', disabledAt: null }
  return { to, destination }
}

const counts = (places: ReadonlyMap<string, readonly Place[]>) =>
  Object.fromEntries([...places].map(([id, own]) => [id, own.length]))

test('webhooks of one destination share its limit', () => {
  const destination = proven(1)
  const dealt = deal(
    [due('a', destination), due('b', destination), due('c', destination)],
    new Places(512),
    0,
  )
  assert.deepEqual(counts(dealt.places), { a: 4, b: 3, c: 3 })
  assert.deepEqual(dealt.crowdedOut, [])
})

test('crowded-out webhooks are told apart from those whose destination is at its limit', () => {
  const closed = new Destination(1)
  for (let count = 0; count < 5; count += 1) {
    closed.take()
    closed.free('failed', 0)
  }
  const all = [due('closed', closed), due('a', proven(1)), due('b', proven(2)), due('c', proven(3))]
  const { places, crowdedOut } = deal([...all, due('d', proven(1))], new Places(4), 0)
  assert.deepEqual(counts(places), { a: 1, b: 1, c: 1 })
  assert.deepEqual(
    crowdedOut.map(({ to }) => to.id),
    ['d'],
  )
})
