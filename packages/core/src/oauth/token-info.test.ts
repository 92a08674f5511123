import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Scope } from '../contract/scopes.js'
import { toKnownToken } from '../identity/known-token.js'
import { SystemIds } from '../ids/system-ids.js'
import { sealRefreshToken } from './sealed-refresh.js'
import { TokenInfos } from './token-info.js'

const accessToken = 'pla_access'
const asked = ['chats--all:read', 'customers:read'] as const

function givenToken(sealedRefresh: string | null, scopes: readonly Scope[] = asked) {
  return toKnownToken({
    token: {
      hash: 'hash',
      kind: 'access',
      licenseId: 7,
      clientId: 'app',
      entityId: 'ada@example.com',
      scopes,
      createdAt: 0,
      expiresAt: 10_000,
      refreshHash: null,
      sealedRefresh,
      codeHash: null,
    },
    licenseExpiresAt: null,
    appType: 'server',
    bearer: { kind: 'agent', permission: 'normal', groups: [0] },
  })
}

const info = {
  access_token: accessToken,
  client_id: 'app',
  scope: 'chats--all:read,customers:read',
  token_type: 'Bearer',
  entity_id: 'ada@example.com',
  license_id: 7,
}

test('the info of a token is the same each time, except for the remaining seconds', () => {
  const infos = new TokenInfos()
  const known = givenToken(null)
  assert.deepEqual(JSON.parse(infos.encode(known, accessToken, 0)), { ...info, expires_in: 10 })
  assert.deepEqual(JSON.parse(infos.encode(known, accessToken, 1)), { ...info, expires_in: 10 })
  assert.deepEqual(JSON.parse(infos.encode(known, accessToken, 9_999)), { ...info, expires_in: 1 })
})

test('omits scopes that the agent can no longer grant', () => {
  const known = givenToken(null, ['chats.meta--all:write', ...asked])
  assert.deepEqual(JSON.parse(new TokenInfos().encode(known, accessToken, 0)), { ...info, expires_in: 10 })
})

test('returns the refresh token, which it opens with the access token', () => {
  const sealed = sealRefreshToken('plr_refresh', accessToken, new SystemIds(new VirtualClock(0)))
  const answer = JSON.parse(new TokenInfos().encode(givenToken(sealed), accessToken, 0))
  assert.deepEqual(answer, { ...info, refresh_token: 'plr_refresh', expires_in: 10 })
})
