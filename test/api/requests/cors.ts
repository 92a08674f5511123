import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'

const origin = 'https://shop.example'
const preflight = {
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  },
}

forEachStorage('cross-origin requests', (storage) => {
  describe('by default', () => {
    const suite = useEngine(storage)

    test('a preflight is answered for every origin, without credentials', async () => {
      for (const path of ['/customer/v0.5/action/send_event', '/agent/v0.4/action/send_event']) {
        const { status, headers, body } = await exchange(suite.engine.origin + path, preflight)
        assert.deepEqual([status, body], [204, undefined])
        assert.equal(headers.get('access-control-allow-origin'), '*')
        assert.equal(headers.get('access-control-allow-methods'), 'POST')
        const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
        assert.deepEqual(allowed, ['authorization', 'content-type', 'idempotency-key'])
        assert.equal(headers.get('access-control-allow-credentials'), null)
      }
    })

    test('a preflight allows the headers of telemetry, at every endpoint', async () => {
      const headers = { ...preflight.headers, 'access-control-request-headers': 'baggage, sentry-trace' }
      const { origin: server } = suite.engine
      const ofActions = ['/customer/v0.5/action/send_event', '/configuration/v0.5/action/list_webhooks']
      for (const path of [...ofActions, '/auth/token', '/files/x', '/customer/v0.5/rtm/sio/']) {
        const answer = await exchange(server + path, { ...preflight, headers })
        assert.equal(answer.status, 204, path)
        assert.match(
          answer.headers.get('access-control-allow-headers') ?? '',
          /, baggage, sentry-trace$/,
          path,
        )
      }
    })

    test('the static configuration may be fetched', async () => {
      const { headers } = await exchange(`${suite.engine.origin}/customer/v0.5/static_config`, preflight)
      assert.equal(headers.get('access-control-allow-methods'), 'GET')
    })

    test('responses may be read by every origin, errors too', async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const action of ['get_filtered_chats', 'nowhere']) {
        const { headers } = await exchange(`${suite.engine.origin}/agent/v0.4/action/${action}`, {
          method: 'POST',
          headers: { origin, authorization: `Bearer ${agent.token}` },
        })
        assert.equal(headers.get('access-control-allow-origin'), '*')
      }
    })

    test('a request without an origin gets no CORS header', async () => {
      const { headers } = await (await (await suite.world()).agent('ada')).web().post('get_filtered_chats')
      assert.equal(headers.get('access-control-allow-origin'), null)
    })

    test('a preflight of an unknown path answers 404', async () => {
      const { status } = await exchange(`${suite.engine.origin}/nowhere`, preflight)
      assert.equal(status, 404)
    })
  })

  describe('with a list of origins', () => {
    const suite = useEngine(storage, { corsOrigins: [origin, 'https://other.example:8443'] })
    const ask = (from: string) =>
      exchange(`${suite.engine.origin}/agent/v0.4/action/send_event`, {
        method: 'OPTIONS',
        headers: { origin: from },
      })

    test('a listed origin is named, and the response has the Vary header', async () => {
      for (const from of [origin, 'https://other.example:8443']) {
        const { headers } = await ask(from)
        assert.equal(headers.get('access-control-allow-origin'), from)
        assert.equal(headers.get('vary'), 'Origin')
      }
    })

    test('an origin that is not listed is not named', async () => {
      for (const from of ['https://evil.example', 'http://shop.example', `${origin}.evil.example`, 'null']) {
        const { headers } = await ask(from)
        assert.equal(headers.get('access-control-allow-origin'), null)
        assert.equal(headers.get('vary'), 'Origin')
      }
    })
  })
})
