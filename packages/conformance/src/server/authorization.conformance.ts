import assert from 'node:assert/strict'
import { assertLike, at, isObject, Some, someId, someNumber, someText, someTextLike, textAt } from './json.js'
import { newCustomer, requestCustomerToken } from './people.js'
import type { ServerContext } from './server-context.js'
import type { ServerCases } from './suite.js'
import { bearer, exchange, toForm, type WebResponse } from './web.js'

const wellKnown = '/.well-known/oauth-authorization-server'

/** Cases for the endpoints of the authorization service (spec authorization.md, RFC 6749, RFC 8414). */
export function authorizationCases(cases: ServerCases): void {
  tokenCases(cases)
  infoCases(cases)
  customerCases(cases)
  pageCases(cases)
}

function assertOAuthError({ status, headers, body }: WebResponse, expected: number, error: string): void {
  assert.equal(status, expected, JSON.stringify(body))
  assertLike(body, { error, error_description: someText })
  assert.equal(headers.get('cache-control'), 'no-store')
  const scheme = { invalid_client: /^Basic\b/, invalid_token: /^Bearer\b/ }[error]
  if (scheme) assert.match(headers.get('www-authenticate') ?? '', scheme)
}

const postToken = ({ server }: ServerContext, fields: Readonly<Record<string, string>>) =>
  exchange(`${server.baseUrl}/auth/token`, toForm(fields))

const infoOf = ({ server }: ServerContext, token: string) =>
  exchange(`${server.baseUrl}/auth/info`, { headers: bearer(token) })

function refreshFields({ tenant }: ServerContext): Readonly<Record<string, string>> {
  const { app, agent } = tenant
  const identity = { client_id: app.clientId, client_secret: app.clientSecret }
  return { grant_type: 'refresh_token', refresh_token: agent.refreshToken, ...identity }
}

function tokenCases(cases: ServerCases): void {
  cases.add('a refresh token is exchanged for an access token and stays valid', async (context) => {
    const { status, headers, body } = await postToken(context, refreshFields(context))
    const { refreshToken } = context.tenant.agent
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    const access_token = someTextLike(/^pla_[\w-]{43}$/)
    assertLike(body, {
      access_token,
      refresh_token: refreshToken,
      expires_in: someNumber,
      token_type: 'Bearer',
    })
    assert.equal((await infoOf(context, textAt(body, 'access_token'))).status, 200)
  })

  cases.add('POST /token answers errors in the OAuth format', async (context) => {
    const fields = refreshFields(context)
    const { accessToken } = context.tenant.agent
    for (const [changes, status, error] of [
      [{ client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ client_id: 'unknown' }, 401, 'invalid_client'],
      [{ refresh_token: 'plr_unknown' }, 400, 'invalid_grant'],
      [{ refresh_token: accessToken }, 400, 'invalid_grant'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [
        { grant_type: 'authorization_code', code: 'plo_unknown', redirect_uri: 'https://a.example/' },
        400,
        'invalid_grant',
      ],
    ] as const) {
      assertOAuthError(await postToken(context, { ...fields, ...changes }), status, error)
    }
    assertOAuthError(await postToken(context, {}), 400, 'invalid_request')
  })

  cases.add(
    'DELETE /token revokes an access token with its refresh token, and ignores an unknown one',
    async (context) => {
      const { server, tenant } = context
      const revoke = (token: string) =>
        exchange(`${server.baseUrl}/auth/token?token=${token}`, { method: 'DELETE' })
      const { accessToken } = tenant.agent
      for (const token of [accessToken, accessToken, 'pla_unknown']) {
        const { status, body } = await revoke(token)
        assert.deepEqual([status, body], [200, {}])
      }
      assertOAuthError(await infoOf(context, accessToken), 401, 'invalid_token')
      assertOAuthError(await postToken(context, refreshFields(context)), 400, 'invalid_grant')
    },
  )
}

function infoCases(cases: ServerCases): void {
  cases.add('GET /info describes an access token in full', async (context) => {
    const { app, agent, licenseId } = context.tenant
    const { status, headers, body } = await infoOf(context, agent.accessToken)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    const isList = (value: unknown) =>
      typeof value === 'string' && value.split(',').includes('chats--my:read')
    assertLike(body, {
      ...{ access_token: agent.accessToken, refresh_token: agent.refreshToken, expires_in: someNumber },
      ...{
        client_id: app.clientId,
        scope: new Some('scopes, separated by commas', isList),
        token_type: 'Bearer',
      },
      ...{ entity_id: agent.id, license_id: licenseId },
    })
    assert.doesNotMatch(textAt(body, 'scope'), /agents--all:write/)
  })

  cases.add('GET /info accepts only a valid access token', async (context) => {
    for (const token of ['pla_unknown', context.tenant.agent.refreshToken]) {
      assertOAuthError(await infoOf(context, token), 401, 'invalid_token')
    }
    const { status, headers } = await exchange(`${context.server.baseUrl}/auth/info`)
    assert.equal(status, 401)
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer\b/)
  })

  cases.add('the service publishes its metadata', async ({ server }) => {
    const { status, body } = await exchange(`${server.baseUrl}/auth${wellKnown}`)
    assert.equal(status, 200)
    const issuer = textAt(body, 'issuer')
    assert.ok(issuer.endsWith('/auth'), issuer)
    assert.deepEqual(
      [at(body, 'authorization_endpoint'), at(body, 'token_endpoint')],
      [`${issuer}/`, `${issuer}/token`],
    )
  })
}

function customerCases(cases: ServerCases): void {
  cases.add('POST /customer/ issues a token for a new or an existing customer', async (context) => {
    const { server, tenant } = context
    const expected = {
      ...{ access_token: someTextLike(/^plc_[\w-]{43}$/), client_id: tenant.app.clientId, entity_id: someId },
      ...{ expires_id: 60, expires_in: 60, token_type: 'Bearer' },
    }
    const first = await requestCustomerToken(server, tenant, { valid_for: '60' })
    assert.equal(first.status, 200)
    assertLike(first.body, expected)
    const customer_id = textAt(first.body, 'entity_id')
    const again = await requestCustomerToken(server, tenant, { valid_for: '60', customer_id })
    assertLike(again.body, { ...expected, entity_id: customer_id })
  })

  cases.add('POST /customer/ refuses invalid fields and tokens without the scope', async (context) => {
    const { server, tenant } = context
    for (const [fields, error] of [
      [{ customer_id: 'nobody' }, 'invalid_request'],
      [{ redirect_uri: 'https://evil.example/' }, 'invalid_request'],
      [{ response_type: 'code' }, 'unsupported_response_type'],
      [{ valid_for: '0' }, 'invalid_request'],
    ] as const) {
      assertOAuthError(await requestCustomerToken(server, tenant, fields), 400, error)
    }
    const normal = { ...tenant, administrator: tenant.agent }
    assertOAuthError(await requestCustomerToken(server, normal), 403, 'insufficient_scope')
  })

  cases.add('GET /customer redirects only to addresses of the app', async (context) => {
    const { server, tenant } = context
    const { token } = await newCustomer(server, tenant)
    const open = (redirect_uri: string) =>
      exchange(
        `${server.baseUrl}/auth/customer?${new URLSearchParams({ access_token: token, redirect_uri })}`,
      )
    const { status, headers } = await open(`${tenant.app.redirectUri}/chat`)
    assert.equal(status, 302)
    const [place, fragment] = (headers.get('location') ?? '').split('#')
    assert.equal(place, `${tenant.app.redirectUri}/chat`)
    const parameters = Object.fromEntries(new URLSearchParams(fragment))
    const license_id = String(tenant.licenseId)
    assertLike(parameters, {
      access_token: token,
      license_id,
      expires_in: someTextLike(/^\d+$/),
      token_type: 'Bearer',
    })
    for (const elsewhere of ['https://evil.example/', `${tenant.app.redirectUri}?a=b`]) {
      assertOAuthError(await open(elsewhere), 400, 'invalid_request')
    }
  })
}

function pageCases(cases: ServerCases): void {
  const arrive = ({ server }: ServerContext, fields: Readonly<Record<string, string>>) =>
    exchange(`${server.baseUrl}/auth/?${new URLSearchParams(fields)}`)
  const createQuery = ({ tenant }: ServerContext) => ({
    ...{
      response_type: 'code',
      client_id: tenant.app.clientId,
      redirect_uri: tenant.app.redirectUri,
      state: 'mine',
    },
  })

  cases.add(
    'an unknown client or a foreign redirect URI shows a page and never redirects',
    async (context) => {
      for (const changes of [{ client_id: 'unknown' }, { redirect_uri: 'https://evil.example/' }]) {
        const { status, headers } = await arrive(context, { ...createQuery(context), ...changes })
        assert.ok(status >= 400 && status < 500, `it was answered ${status}`)
        assert.equal(headers.get('location'), null)
        assert.match(headers.get('content-type') ?? '', /^text\/html/)
      }
    },
  )

  cases.add(
    'an unsupported response type redirects to the app with the error and its state',
    async (context) => {
      const { status, headers } = await arrive(context, { ...createQuery(context), response_type: 'token' })
      assert.ok(status === 302 || status === 303, `it was answered ${status}`)
      const { origin, searchParams, hash } = new URL(headers.get('location') ?? '')
      assert.equal(origin, new URL(context.tenant.app.redirectUri).origin)
      const parameters = new URLSearchParams([...searchParams, ...new URLSearchParams(hash.slice(1))])
      assert.deepEqual(
        [parameters.get('error'), parameters.get('state')],
        ['unsupported_response_type', 'mine'],
      )
    },
  )

  cases.add('no page can be framed or cached', async (context) => {
    const { headers, body } = await arrive(context, createQuery(context))
    assert.ok(!isObject(body))
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
  })
}
