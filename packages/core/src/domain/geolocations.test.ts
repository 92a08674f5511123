import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameGeolocation, toGeolocation } from './geolocations.js'

const rome = {
  ...{ country: 'Italy', countryCode: 'IT', region: 'Lazio', city: 'Rome', timezone: 'Europe/Rome' },
}

test('toGeolocation keeps the five known fields only', () => {
  assert.deepEqual(toGeolocation(rome), rome)
  assert.deepEqual(toGeolocation({ ...rome, isp: 'Acme', __proto__: { city: 'Milan' } }), rome)
  assert.deepEqual(toGeolocation({ city: 'Rome' }), { city: 'Rome' })
})

for (const [what, answer] of [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'Rome'],
  ['a list', [rome]],
  ['an empty object', {}],
] as const) {
  test(`toGeolocation returns null for ${what}`, () => {
    assert.equal(toGeolocation(answer), null)
  })
}

for (const city of [7, null, '', 'x'.repeat(129), 'Ro\0me', 'Rom\ud800', { name: 'Rome' }]) {
  test(`toGeolocation drops a field whose value is ${JSON.stringify(city).slice(0, 20)}`, () => {
    const { city: _, ...rest } = rome
    assert.deepEqual(toGeolocation({ ...rome, city }), rest)
    assert.equal(toGeolocation({ city }), null)
  })
}

test('isSameGeolocation compares all fields', () => {
  assert.equal(isSameGeolocation(null, null), true)
  assert.equal(isSameGeolocation(rome, { ...rome }), true)
  assert.equal(isSameGeolocation(rome, null), false)
  assert.equal(isSameGeolocation(rome, { ...rome, city: 'Ostia' }), false)
  assert.equal(isSameGeolocation({ city: 'Rome' }, rome), false)
})
