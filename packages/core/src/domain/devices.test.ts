import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDevice } from './devices.js'

const bounds = { deviceTokenLength: 512 }
const subscription = {
  endpoint: 'https://push.example.com/send/abc',
  expirationTime: null,
  keys: {
    p256dh: 'BIPUL12DLfytvTajnryr2PRdAgXS3HGKiLqndGcJGabyhHheJYlNGCeXl1dn18gSJ1WAkAPIxr4gK0_dQds4yiI=',
    auth: 'FPssNDTKnInHVndSTdbKFw==',
  },
}
const check = (platform: 'ios' | 'android' | 'web', token: string) => () =>
  checkDevice({ platform, token }, bounds, 'payload.push_service_token')
const refusal = (detail: string) => ({
  type: 'validation',
  message: `Wrong format of request: payload.push_service_token ${detail}`,
})

test('the token of a phone is any text within the limits in characters and in bytes', () => {
  for (const platform of ['ios', 'android'] as const) {
    for (const token of ['t', 'not JSON {', '😀'.repeat(512)]) assert.doesNotThrow(check(platform, token))
    const tooLong = refusal('must have at most 512 characters')
    assert.throws(check(platform, 't'.repeat(513)), tooLong)
    assert.throws(check(platform, JSON.stringify({ ...subscription, padding: 'x'.repeat(512) })), tooLong)
  }
})

test('the token of a browser is its push subscription as JSON', () => {
  assert.doesNotThrow(check('web', JSON.stringify(subscription)))
})

const noSubscription = refusal(
  'must be a push subscription as JSON: an https endpoint, and keys p256dh and auth',
)
const wrong: readonly unknown[] = [
  null,
  7,
  'text',
  [],
  {},
  { endpoint: subscription.endpoint },
  { ...subscription, endpoint: 'http://push.example.com/' },
  { ...subscription, endpoint: 'javascript:alert(1)' },
  { ...subscription, endpoint: 'nowhere' },
  { ...subscription, endpoint: 7 },
  { ...subscription, keys: null },
  { ...subscription, keys: { p256dh: subscription.keys.p256dh } },
  { ...subscription, keys: { ...subscription.keys, auth: '' } },
  { ...subscription, keys: { ...subscription.keys, auth: 'two words' } },
]
for (const value of wrong) {
  const token = JSON.stringify(value)
  test(`refuses the browser token ${token.slice(0, 60)}`, () => {
    assert.throws(check('web', token), noSubscription)
  })
}

test('refuses a browser token that is not JSON, or longer than 2,048 bytes', () => {
  for (const token of ['', '{', 'apns-token']) assert.throws(check('web', token), noSubscription)
  const padded = (length: number) => {
    const empty = JSON.stringify({ ...subscription, padding: '' })
    return JSON.stringify({ ...subscription, padding: 'x'.repeat(length - empty.length) })
  }
  assert.doesNotThrow(check('web', padded(2_048)))
  assert.throws(check('web', padded(2_049)), refusal('must have at most 2048 bytes'))
  const wide = JSON.stringify({ ...subscription, padding: '😀'.repeat(500) })
  assert.throws(check('web', wide), refusal('must have at most 2048 bytes'))
})
