import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStorage } from '../../test/open-storage.js'
import { OAuthError } from '../errors.js'
import type { App } from '../model/app.js'
import { readAuthorizationRequest } from './authorization-request.js'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const uri = 'redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb'

async function read(query: string, traits: Partial<App> = {}) {
  const app: App = {
    ...{ clientId: 'app', licenseId: 1, name: 'Desk', type: 'server', visibility: 'private' },
    ...{
      redirectUris: ['https://app.example.com/cb'],
      scopes: [],
      secretHash: null,
      requiresPkce: false,
      skipsConsent: false,
      createdAt: 0,
    },
    ...traits,
  }
  const storage = await openStorage((tx) => tx.apps.insert(app))
  return readAuthorizationRequest(storage.read, query, 8)
}

const good = `response_type=code&client_id=app&${uri}`

test('returns the state of a valid request unchanged', async () => {
  const request = await read(`${good}&state=%FF+a`)
  assert.deepEqual(
    [request.app.clientId, request.redirectUri, request.state, request.flow],
    ['app', 'https://app.example.com/cb', '%FF+a', { kind: 'code', codeChallenge: null }],
  )
})

test('an empty state counts as absent', async () => {
  for (const query of [good, `${good}&state=`, `${good}&state`, `${good}&states=1&xstate=2`]) {
    assert.equal((await read(query)).state, undefined)
  }
})

test('a question mark before a parameter name belongs to the name', async () => {
  assert.equal((await read(`?state=A&${good}&state=B`)).state, 'B')
  assert.equal((await read(`${good}&?state=A&state=B`)).state, 'B')
  assert.equal((await read(`${good}&?state=A`)).state, undefined)
  await assert.rejects(read(`${good}&?a=1&?a=2`), { code: 'invalid_request' })
})

test('measures the decoded length of the state', async () => {
  assert.equal((await read(`${good}&state=${'%41'.repeat(8)}`)).state, '%41'.repeat(8))
  for (const state of ['123456789', '%41'.repeat(9)]) {
    await assert.rejects(read(`${good}&state=${state}`), {
      code: 'invalid_request',
      message: 'state is longer than 8 bytes',
    })
  }
})

const untrusted: readonly (readonly [query: string, code: string])[] = [
  ['', 'invalid_client'],
  [`response_type=code&${uri}`, 'invalid_client'],
  [`response_type=code&client_id=other&${uri}`, 'invalid_client'],
  ['response_type=code&client_id=app', 'invalid_request'],
  [`response_type=code&client_id=app&${uri}x%3F`, 'invalid_request'],
  [`${good}&client_id=app`, 'invalid_request'],
  [`${good}&${uri}`, 'invalid_request'],
  [`${good}&other=1&other=2`, 'invalid_request'],
  [`${good}&state=%00`, 'invalid_request'],
]
for (const [query, code] of untrusted) {
  test(`"${query}" is reported on an error page as ${code}`, async () => {
    await assert.rejects(read(query), { code })
  })
}

const refused: readonly (readonly [
  query: string,
  traits: Partial<App>,
  code: string,
  isFragment: boolean,
])[] = [
  [`client_id=app&${uri}`, {}, 'invalid_request', false],
  [`client_id=app&${uri}&response_type=token`, {}, 'unsupported_response_type', true],
  [good, { type: 'browser' }, 'unsupported_response_type', false],
  [good, { requiresPkce: true }, 'invalid_request', false],
  [`${good}&code_challenge=${challenge}`, {}, 'invalid_request', false],
  [`${good}&code_challenge=${challenge}&code_challenge_method=plain`, {}, 'invalid_request', false],
  [`${good}&code_challenge=short&code_challenge_method=S256`, {}, 'invalid_request', false],
  [`${good}&code_challenge_method=S256`, {}, 'invalid_request', false],
]
for (const [query, traits, code, isFragment] of refused) {
  test(`"${query}" for ${JSON.stringify(traits)} is reported to the app as ${code}`, async () => {
    const { flow } = await read(query, traits)
    assert.ok(flow.kind === 'refused' && flow.error instanceof OAuthError)
    assert.deepEqual([flow.error.code, flow.isFragment], [code, isFragment])
  })
}

test('keeps a code challenge, and requires none of a browser app', async () => {
  const query = `${good}&code_challenge=${challenge}&code_challenge_method=S256`
  assert.deepEqual((await read(query, { requiresPkce: true })).flow, {
    kind: 'code',
    codeChallenge: challenge,
  })
  const token = `client_id=app&${uri}&response_type=token`
  assert.deepEqual((await read(token, { type: 'browser', requiresPkce: true })).flow, { kind: 'token' })
})
