import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCredentials } from './credentials.js'

const all = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' }
const shop = 'https://shop.example'

test('revision 3 gets the asking origin by name, with credentials', () => {
  for (const origin of [shop, 'http://localhost:8080', 'capacitor://localhost', 'file://', 'null']) {
    assert.deepEqual(withCredentials(all, { EIO: '3' }, { origin }), {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'Retry-After',
      Vary: 'Origin',
    })
  }
})

test('revision 4 and requests that are not Engine.IO get the usual headers', () => {
  assert.equal(withCredentials(all, { EIO: '4' }, { origin: shop }), all)
  assert.equal(withCredentials(all, undefined, { origin: shop }), all)
})

test('an origin that corsOrigins does not name gets no credentials', () => {
  const headers = withCredentials({ Vary: 'Origin' }, { EIO: '3' }, { origin: shop })
  assert.deepEqual(headers, { Vary: 'Origin' })
})

test('a request without an origin gets no credentials, and caches learn that the origin matters', () => {
  assert.deepEqual(withCredentials({}, { EIO: '3' }, {}), { Vary: 'Origin' })
})

test('an invalid origin is not echoed', () => {
  for (const origin of [`${shop}, ${shop}`, 'shop.example', '', `https://${'x'.repeat(301)}`, [shop]]) {
    const headers = withCredentials(all, { EIO: '3' }, { origin })
    assert.deepEqual(headers, { ...all, Vary: 'Origin' })
  }
})
