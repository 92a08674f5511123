import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { has } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange, type WebAnswer } from '../../support/web-client.js'
import { Browser, hiddenFieldsOf, type Visit } from '../browser.js'
import { assertOAuthError } from '../endpoints.js'
import { authorizeQuery, exchangeForm, signedIn } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'
import { encode, endpoints, expectedError, required, send, spoilt } from './spoilt-parameters.js'

const names = [
  'POST /token with a code',
  'POST /token with a refresh token',
  'POST /revoke',
  'DELETE /token',
  'POST /customer/',
  'GET /customer',
]

forEachStorage('oauth: bad input', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  for (const title of names) {
    test(`${title} answers every bad parameter with its error, and nothing is used up by that`, async () => {
      const world = await suite.world()
      const { [title]: endpoint } = await endpoints(world)
      assert.ok(endpoint)
      for (const [name, parameter] of Object.entries(endpoint.parameters)) {
        for (const [what, [raw, kind]] of Object.entries(spoilt(name, parameter[0]))) {
          const bounded = endpoint.method === 'POST' ? raw : raw.slice(0, 9_000)
          const answer = await send(world, endpoint, `${encode(endpoint, name)}&${bounded}`)
          const [status, code] = expectedError(name, kind, parameter)
          const isOptional = kind === 'missing' && !required.includes(name)
          if (status === 200 || isOptional) assert.equal(answer.status, 200, `${name} ${what}`)
          else assertRefused(answer, status, code, `${name} ${what}`)
        }
      }
      const { status } = await send(world, endpoint, encode(endpoint))
      assert.equal(status, endpoint.method === 'GET' ? 302 : 200)
    })
  }

  describe('a form of the pages', () => {
    test('a form of the pages with a bad parameter shows a page, without a redirect or a sign-in', async () => {
      const world = await suite.world()
      const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
      const anonymous = new Browser(authUrlOf(world))
      const signIn = await anonymous.arrive(authorizeQuery(app))
      const { browser, consent } = await signedIn(world, app, agent)
      const login = { login: agent.id, password: agent.password }
      const forms: readonly (readonly [Browser, Visit, Readonly<Record<string, string>>])[] = [
        [anonymous, signIn, login],
        [browser, consent, { decision: 'allow' }],
      ]
      for (const [sender, page, filledIn] of forms) {
        const action = page === signIn ? '/sign-in' : '/consent'
        const fields = { ...hiddenFieldsOf(page), ...filledIn }
        for (const [name, good] of Object.entries(fields)) {
          const { [name]: _, ...others } = fields
          for (const [what, [raw]] of Object.entries(spoilt(name, good))) {
            const body = `${new URLSearchParams(others)}&${raw}`
            const headers = { 'content-type': 'application/x-www-form-urlencoded' }
            const { status, location, text } = await sender
              .copy()
              .visit(action, { method: 'POST', headers, body })
            const shown = `${action} ${name} ${what}`
            assert.ok([200, 400, 429].includes(status), `${shown}: ${status}`)
            assert.equal(location, null, shown)
            assert.doesNotMatch(text, page === signIn ? /asks for access|<script/ : /<script/, shown)
          }
        }
      }
    })
  })

  describe('a body', () => {
    for (const path of ['/token', '/revoke']) {
      test(`a body of POST ${path} must be a form`, async () => {
        const world = await suite.world()
        const app = await registerApp(world)
        const form = exchangeForm(app, 'plo_x')
        const bodies: readonly (readonly [type: string | undefined, body: string | Uint8Array])[] = [
          ['application/json', JSON.stringify(form)],
          ['text/plain', String(new URLSearchParams(form))],
          ['multipart/form-data; boundary=x', '--x--'],
          ['x', String(new URLSearchParams(form))],
          [undefined, new Uint8Array([1, 2, 3])],
          ['application/x-www-form-urlencoded', new Uint8Array([0x63, 0x3d, 0xff, 0xfe])],
          ['application/x-www-form-urlencoded', ''],
        ]
        for (const [type, body] of bodies) {
          const headers = type === undefined ? {} : { 'content-type': type }
          const answer = await exchange(authUrlOf(world) + path, { method: 'POST', headers, body })
          assertRefused(answer, 400, 'invalid_request', `${path} ${type}`)
        }
      })
    }

    test('a body of a form may name its charset', async () => {
      const world = await suite.world()
      const { 'POST /revoke': endpoint } = await endpoints(world)
      assert.ok(endpoint)
      const headers = { 'content-type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' }
      assert.equal((await send(world, { ...endpoint, headers }, encode(endpoint))).status, 200)
    })
  })

  describe('an address', () => {
    for (const [path, allowed] of [
      ['/token', 'POST, DELETE'],
      ['/revoke', 'POST'],
      ['/info', 'GET'],
      ['/customer', 'POST, GET'],
      ['/customer/', 'POST, GET'],
      ['/.well-known/oauth-authorization-server', 'GET'],
    ] as const) {
      test(`${path} knows ${allowed} and no other method`, async () => {
        const url = authUrlOf(await suite.world()) + path
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          if (allowed.split(', ').includes(method)) continue
          const { status, headers, body } = await exchange(url, { method })
          assert.deepEqual([status, headers.get('allow')], [405, `${allowed}, OPTIONS`])
          assert.deepEqual(body, {
            error: { type: 'method_not_allowed', message: 'Method not allowed', data: { allow: allowed } },
          })
        }
      })
    }

    test('an address that does not exist is not found', async () => {
      const url = authUrlOf(await suite.world())
      for (const path of [
        '/tokens',
        '/token/',
        '/Token',
        '/info/x',
        '/constructor',
        '/%74oken',
        '//',
        '/customer//',
      ]) {
        const { status, body } = await exchange(url + path, { method: 'POST' })
        assert.deepEqual([status, body], [404, { error: { type: 'not_found', message: 'Not found' } }], path)
      }
    })
  })
})

function assertRefused(answer: WebAnswer, status: number, code: string, what: string): void {
  assert.deepEqual(
    [answer.status, has(answer.body, 'access_token')],
    [status, false],
    `${what}: ${JSON.stringify(answer.body)}`,
  )
  assertOAuthError(answer, status, code)
}
