import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders } from './signature.js'

const body = '{"action":"incoming_event","data":{"text":"Grüße 👋"}}'

/** The usual receivers: one with a plain secret key, one with a base64 key. */
const keys: readonly (readonly [secretKey: string, receiver: Webhook])[] = [
  ...['s', 'a secret key', 'ключ 🔑', 'x'.repeat(512)].map(
    (key) => [key, new Webhook(new TextEncoder().encode(key), { format: 'raw' })] as const,
  ),
  ...[24, 32, 64].map((byteCount) => {
    const key = `whsec_${Buffer.alloc(byteCount, byteCount).toString('base64')}`
    return [key, new Webhook(key)] as const
  }),
]

function signed(secretKey: string) {
  const timestamp = Math.floor(Date.now() / 1_000)
  return { ...signatureHeaders(secretKey, { id: 'delivery-1', timestamp, body }) }
}

for (const [secretKey, receiver] of keys) {
  test(`the standardwebhooks package accepts signatures of ${secretKey.slice(0, 20)}, and refuses altered requests`, () => {
    const headers = signed(secretKey)
    assert.deepEqual(receiver.verify(body, headers), JSON.parse(body))
    const altered: readonly (readonly [string, Record<string, string>])[] = [
      [body.replace('Grüße', 'Gruesse'), headers],
      [`${body} `, headers],
      [body, { ...headers, 'webhook-id': 'delivery-2' }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
      [body, { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }],
      [body, signed(`x${secretKey}`)],
    ]
    for (const [text, sent] of altered) assert.throws(() => receiver.verify(text, sent))
  })
}

test('signatureHeaders returns the signature of a known example', () => {
  const headers = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
