import { exchange, type WebAnswer } from '../../support/web-client.js'
import type { World } from '../../support/world.js'
import { codeFor, exchangeForm, refreshForm, tokensFor } from '../flow.js'
import { agentWithPassword, authUrlOf, type OAuthApp, redirectUri, registerApp } from '../tenant.js'

export interface Endpoint {
  readonly method: 'POST' | 'DELETE' | 'GET'
  readonly path: string
  /** A valid value of each parameter, and the status and code of the error for an invalid one. */
  readonly parameters: Readonly<Record<string, readonly [good: string, status: number, code: string]>>
  readonly headers: Readonly<Record<string, string>>
}

export const required = [
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

/** Returns raw spellings of one parameter, and whether each value counts as missing. */
export function spoilt(
  name: string,
  good: string,
): Readonly<Record<string, readonly [raw: string, kind: Kind]>> {
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

export function expectedError(name: string, kind: Kind, [, status, code]: readonly [string, number, string]) {
  if (kind === 'missing' && name === 'client_secret') return [401, 'invalid_client'] as const
  return kind === 'wrong' ? ([status, code] as const) : ([400, 'invalid_request'] as const)
}

export function send(world: World, { method, path, headers }: Endpoint, encoded: string): Promise<WebAnswer> {
  const isForm = method === 'POST'
  const url = `${authUrlOf(world)}${path}${isForm ? '' : `?${encoded}`}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = isForm ? { headers: { ...type, ...headers }, body: encoded } : { headers }
  return exchange(url, { method, redirect: 'manual', ...form })
}

export function encode({ parameters }: Endpoint, except?: string): string {
  const others = Object.entries(parameters).filter(([name]) => name !== except)
  return String(new URLSearchParams(Object.fromEntries(others.map(([name, [good]]) => [name, good]))))
}

function clientParameters(app: OAuthApp) {
  return {
    client_id: [app.clientId, 401, 'invalid_client'],
    client_secret: [app.clientSecret, 401, 'invalid_client'],
  } as const
}

export async function endpoints(world: World): Promise<Readonly<Record<string, Endpoint>>> {
  const app = await registerApp(world, { scopes: ['customers.identity--manage'] })
  const agent = await agentWithPassword(world)
  const { accessToken, refreshToken } = await tokensFor(world, app, agent)
  const customer = await world.engine.parley.admin.tokens.createForCustomer({
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
