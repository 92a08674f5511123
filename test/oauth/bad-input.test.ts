import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useEngine } from '../support/engine.js'
import { has } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { exchange, type WebAnswer } from '../support/web-client.js'
import type { World } from '../support/world.js'
import { assertOAuthError } from './endpoints.js'
import { codeFor, exchangeForm, refreshForm, tokensFor } from './flow.js'
import {
  agentWithPassword,
  authUrlOf,
  cheapPasswords,
  type OAuthApp,
  redirectUri,
  registerApp,
} from './tenant.js'

interface Endpoint {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly path: string
  /** What of it is good, and the error for a value that is not. */
  readonly parameters: Readonly<Record<string, readonly [good: string, status: number, code: string]>>
  readonly headers: Readonly<Record<string, string>>
}

const required = [
  'grant_type',
  'code',
  'client_id',
  'client_secret',
  'redirect_uri',
  'refresh_token',
  'token',
  'response_type',
  'access_token',
]
const json = '{"a":["b"],"__proto__":{}}'

/** Raw spellings of one parameter, and whether the value counts as missing. */
function spoilt(name: string, good: string): Readonly<Record<string, readonly [raw: string, kind: Kind]>> {
  const value = encodeURIComponent(good)
  return {
    missing: ['', 'missing'],
    empty: [`${name}=`, 'missing'],
    'without a sign': [name, 'missing'],
    'like an array': [`${name}[]=${value}&${name}[0]=${value}`, 'missing'],
    repeated: [`${name}=${value}&${name}=${value}`, 'malformed'],
    'repeated with another value': [`${name}=${value}&${name}=x`, 'malformed'],
    'followed by NUL': [`${name}=${value}%00`, 'malformed'],
    JSON: [`${name}=${encodeURIComponent(json)}`, 'wrong'],
    'bad percent-encoding': [`${name}=${value}%zz%`, 'wrong'],
    'bad UTF-8': [`${name}=${value}%FF%C0%80`, 'wrong'],
    'a lone surrogate': [`${name}=%ED%A0%80`, 'wrong'],
    'a property of every object': [`${name}=constructor`, 'wrong'],
    markup: [`${name}=%22%3E%3Cscript%3E`, 'wrong'],
    SQL: [`${name}=${value}%27%20or%20%271%27%3D%271`, 'wrong'],
    'too long': [`${name}=${'a'.repeat(1_048_576)}`, 'too long'],
  }
}

type Kind = 'missing' | 'malformed' | 'wrong' | 'too long'

function expectedError(name: string, kind: Kind, [, status, code]: readonly [string, number, string]) {
  if (kind === 'missing' && name === 'client_secret') return [401, 'invalid_client'] as const
  return kind === 'wrong' ? ([status, code] as const) : ([400, 'invalid_request'] as const)
}

function send(world: World, { method, path, headers }: Endpoint, encoded: string): Promise<WebAnswer> {
  const isForm = method === 'POST'
  const url = `${authUrlOf(world)}${path}${isForm ? '' : `?${encoded}`}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = isForm ? { headers: { ...type, ...headers }, body: encoded } : { headers }
  return exchange(url, { method, redirect: 'manual', ...form })
}

function encode({ parameters }: Endpoint, except?: string): string {
  const kept = Object.entries(parameters).filter(([name]) => name !== except)
  return String(new URLSearchParams(Object.fromEntries(kept.map(([name, [good]]) => [name, good]))))
}

function clientParameters(app: OAuthApp) {
  return {
    client_id: [app.clientId, 401, 'invalid_client'],
    client_secret: [app.clientSecret, 401, 'invalid_client'],
  } as const
}

async function endpoints(world: World): Promise<Readonly<Record<string, Endpoint>>> {
  const app = await registerApp(world, { scopes: ['customers.identity--manage'] })
  const agent = await agentWithPassword(world)
  const { accessToken, refreshToken } = await tokensFor(world, app, agent)
  const customer = await world.engine.parley.admin.tokens.issueForCustomer({
    licenseId: world.licenseId,
    clientId: app.clientId,
  })
  const { code, grant_type } = exchangeForm(app, await codeFor(world, app, agent))
  const bearer = { authorization: `Bearer ${accessToken}` }
  const wrong = [400, 'invalid_request'] as const
  return {
    'POST /token with a code': {
      ...{ method: 'POST', path: '/token', headers: {} },
      parameters: {
        grant_type: [grant_type, 400, 'unsupported_grant_type'],
        code: [code, 400, 'invalid_grant'],
        redirect_uri: [redirectUri, 400, 'invalid_grant'],
        ...clientParameters(app),
      },
    },
    'POST /token with a refresh token': {
      ...{ method: 'POST', path: '/token', headers: {} },
      parameters: {
        grant_type: [refreshForm(app, '').grant_type, 400, 'unsupported_grant_type'],
        refresh_token: [refreshToken, 400, 'invalid_grant'],
        ...clientParameters(app),
      },
    },
    'POST /revoke': {
      ...{ method: 'POST', path: '/revoke', headers: {} },
      parameters: { token: ['pla_unknown', 200, ''], ...clientParameters(app) },
    },
    'DELETE /token': {
      ...{ method: 'DELETE', path: '/token', headers: {} },
      parameters: { token: ['pla_unknown', 200, ''] },
    },
    'POST /customer/': {
      ...{ method: 'POST', path: '/customer/', headers: bearer },
      parameters: {
        client_id: [app.clientId, ...wrong],
        response_type: ['token', 400, 'unsupported_response_type'],
        redirect_uri: [redirectUri, ...wrong],
        customer_id: [customer.customerId, ...wrong],
        valid_for: ['60', ...wrong],
      },
    },
    'GET /customer': {
      ...{ method: 'GET', path: '/customer', headers: {} },
      parameters: {
        access_token: [customer.accessToken, 401, 'invalid_token'],
        redirect_uri: [redirectUri, ...wrong],
      },
    },
  }
}

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

  describe('a body', () => {
    for (const path of ['/token', '/revoke']) {
      test(`of POST ${path} must be a form`, async () => {
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

    test('of a form may name its charset', async () => {
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

    test('that does not exist is not found', async () => {
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
