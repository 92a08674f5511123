import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameGeolocation, toGeolocation } from './geolocations.js'

const rome = {
  ...{ country: 'Italy', countryCode: 'IT', region: 'Lazio', city: 'Rome', timezone: 'Europe/Rome' },
}

test('the five fields are taken, and nothing else', () => {
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
  test(`${what} says nothing`, () => {
    assert.equal(toGeolocation(answer), null)
  })
}

for (const city of [7, null, '', 'x'.repeat(129), 'Ro\0me', 'Rom\ud800', { name: 'Rome' }]) {
  test(`a field is left out that is ${JSON.stringify(city).slice(0, 20)}`, () => {
    const { city: _, ...rest } = rome
    assert.deepEqual(toGeolocation({ ...rome, city }), rest)
    assert.equal(toGeolocation({ city }), null)
  })
}

test('two are the same by all of their fields', () => {
  assert.equal(isSameGeolocation(null, null), true)
  assert.equal(isSameGeolocation(rome, { ...rome }), true)
  assert.equal(isSameGeolocation(rome, null), false)
  assert.equal(isSameGeolocation(rome, { ...rome, city: 'Ostia' }), false)
  assert.equal(isSameGeolocation({ city: 'Rome' }, rome), false)
})
