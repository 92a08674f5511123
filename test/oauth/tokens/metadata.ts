import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { TestEngine } from '../../support/engine.js'
import { at, listAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { everyScope } from '../scope-table.js'
import { cheapPasswords } from '../tenant.js'

const wellKnown = '/.well-known/oauth-authorization-server'

const noBody = { kind: 'parsed', value: undefined } as const

function described(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code', 'token'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'implicit'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

forEachStorage('oauth: metadata', (storage) => {
  const baseUrls = [
    undefined,
    'https://chat.example.com',
    'https://chat.example.com/support/chat',
    '/support',
  ]
  for (const baseUrl of baseUrls) {
    test(`the metadata describe the service at ${baseUrl ?? 'an unknown address'}, and are the same in both places`, async (context) => {
      const engine = await TestEngine.start(storage, {
        ...cheapPasswords,
        ...(baseUrl !== undefined && { baseUrl }),
      })
      context.after(() => engine.stop())
      const { origin, pathname } = new URL(engine.origin)
      const prefix = pathname === '/' ? '' : pathname
      const issuer = baseUrl?.startsWith('https') ? `${baseUrl}/auth` : `${engine.origin}/auth`
      for (const url of [`${engine.origin}/auth${wellKnown}`, `${origin}${wellKnown}${prefix}/auth`]) {
        const { status, headers, body } = await exchange(url, {})
        assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
        assert.deepEqual(body, { ...described(issuer), scopes_supported: at(body, 'scopes_supported') })
        assert.deepEqual(new Set(listAt(body, 'scopes_supported')), new Set(everyScope))
      }
    })
  }

  test('without a base URL the metadata name the host of the request, if it is valid', async (context) => {
    const engine = await TestEngine.start(storage, cheapPasswords)
    context.after(() => engine.stop())
    const issuerFor = async (host: string) => {
      const request = {
        method: 'GET',
        path: `/auth${wellKnown}`,
        query: '',
        remoteAddress: null,
        body: noBody,
      }
      const { status, body } = await engine.parley.http({
        ...request,
        headers: { host },
        isSecure: true,
      })
      return status === 200 ? at(JSON.parse(String(body)), 'issuer') : status
    }
    for (const host of ['chat.example.com', 'chat.example.com:8443', '127.0.0.1:80', '[::1]', '[::1]:8443'])
      assert.equal(await issuerFor(host), `https://${host}/auth`)
    for (const host of ['', 'a b', 'a/b', 'a@b', 'a"b', '::1', 'a:b', 'a:', 'é.example', 'a?b', 'a#b'])
      assert.equal(await issuerFor(host), 400, host)
  })

  describe('calls of other origins', () => {
    const paths = {
      '/token': 'POST, DELETE',
      '/revoke': 'POST',
      '/info': 'GET',
      '/customer/': 'POST, GET',
      '/customer': 'POST, GET',
      [wellKnown]: 'GET',
    }
    const preflight = (url: string, origin: string) =>
      exchange(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })

    test('calls of other origins are allowed from every origin by default, without credentials', async (context) => {
      const engine = await TestEngine.start(storage, cheapPasswords)
      context.after(() => engine.stop())
      for (const [path, methods] of Object.entries(paths)) {
        const url = `${engine.origin}/auth${path}`
        const { status, headers, body } = await preflight(url, 'https://shop.example')
        assert.deepEqual([status, body], [204, undefined])
        assert.equal(headers.get('access-control-allow-methods'), methods)
        assert.match(headers.get('access-control-allow-headers') ?? '', /\bAuthorization\b.*\bContent-Type\b/)
        for (const answer of [
          headers,
          (await exchange(url, { headers: { origin: 'https://shop.example' } })).headers,
        ]) {
          assert.equal(answer.get('access-control-allow-origin'), '*')
          assert.equal(answer.get('access-control-allow-credentials'), null)
        }
      }
    })

    test('calls of other origins are allowed to listed origins only, where they are listed', async (context) => {
      const corsOrigins = ['https://shop.example']
      const engine = await TestEngine.start(storage, { ...cheapPasswords, corsOrigins })
      context.after(() => engine.stop())
      for (const path of Object.keys(paths)) {
        const url = `${engine.origin}/auth${path}`
        for (const [origin, allowed] of [
          ['https://shop.example', 'https://shop.example'],
          ['https://shop.example.evil.example', null],
          ['http://shop.example', null],
          ['null', null],
        ] as const) {
          const answers = [await preflight(url, origin), await exchange(url, { headers: { origin } })]
          for (const { headers } of answers) {
            assert.equal(headers.get('access-control-allow-origin'), allowed)
            assert.equal(headers.get('vary'), 'Origin')
          }
        }
      }
    })

    test('calls of other origins are not allowed on the pages', async (context) => {
      const engine = await TestEngine.start(storage, cheapPasswords)
      context.after(() => engine.stop())
      for (const path of ['/', '/sign-in', '/consent']) {
        const headers = { origin: 'https://shop.example' }
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const answer = await fetch(`${engine.origin}/auth${path}`, { method, headers })
          await answer.text()
          assert.equal(answer.headers.get('access-control-allow-origin'), null)
        }
      }
    })
  })
})
