import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { hashSecret } from '../identity/tokens.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Token } from '../model/token.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { AppWrites } from '../ports/stores/apps.js'
import type { TokenWrites } from '../ports/stores/tokens.js'
import { resolveSettings } from '../settings.js'
import { openRefreshToken } from './sealed-refresh.js'
import { requireExistingApp, TokenIssuer } from './token-issuer.js'

const grant = {
  licenseId: 1,
  clientId: 'app',
  agentId: 'ada',
  scopes: ['chats--all:read'],
  codeHash: 'code',
} as const

function given() {
  const inserted: Token[] = []
  const surplus: unknown[] = []
  const tokens = scripted<TokenWrites>({
    insert: async (rows) => void inserted.push(...rows),
    async revokeSurplus(...asked) {
      surplus.push(asked)
      return []
    },
  })
  const clock = new VirtualClock(5_000)
  const settings = resolveSettings({
    storage: scripted<Storage>({}),
    lifetimes: { customerTokenSeconds: 60 },
  })
  const issuer = new TokenIssuer(clock, new SystemIds(clock), settings)
  return { issuer, tx: scripted<StorageTransaction>({ tokens }), inserted, surplus }
}

const common = {
  licenseId: 1,
  clientId: 'app',
  entityId: 'ada',
  scopes: ['chats--all:read'],
  createdAt: 5_000,
  codeHash: 'code',
}

test('access creates a token without a refresh token', async () => {
  const { issuer, tx, inserted } = given()
  const { accessToken, expiresInSeconds } = await issuer.access(tx, grant)
  const hash = hashSecret(accessToken)
  const ends = { expiresAt: 5_000 + 28_800_000, refreshHash: null, sealedRefresh: null }
  assert.deepEqual(inserted, [{ hash, kind: 'access', ...common, ...ends }])
  assert.equal(expiresInSeconds, 28_800)
})

test('pair links both tokens, and revokes the oldest beyond the limit', async () => {
  const { issuer, tx, inserted, surplus } = given()
  const { accessToken, refreshToken, revoked } = await issuer.pair(tx, grant)
  const [refresh, access] = inserted
  const none = { expiresAt: null, refreshHash: null, sealedRefresh: null }
  assert.deepEqual(refresh, { hash: hashSecret(refreshToken), kind: 'refresh', ...common, ...none })
  assert.equal(access?.hash, hashSecret(accessToken))
  assert.equal(access?.refreshHash, refresh?.hash)
  assert.equal(openRefreshToken(access?.sealedRefresh ?? '', accessToken), refreshToken)
  assert.deepEqual([surplus, revoked], [[['app', 'ada', 25]], []])
})

test('refreshed links the access token to the same refresh token, which counts once', async () => {
  const { issuer, tx, inserted, surplus } = given()
  const { accessToken } = await issuer.refreshed(tx, grant, 'plr_x')
  const [access, ...rest] = inserted
  assert.equal(access?.refreshHash, hashSecret('plr_x'))
  assert.equal(openRefreshToken(access?.sealedRefresh ?? '', accessToken), 'plr_x')
  assert.deepEqual([rest, surplus], [[], []])
})

test('a customer token has the requested lifetime, or the one of the option', async () => {
  const { issuer, tx, inserted } = given()
  const bearer = { licenseId: 1, clientId: 'app', customerId: 'casey' }
  assert.equal((await issuer.customer(tx, bearer)).expiresInSeconds, 60)
  assert.equal((await issuer.customer(tx, bearer, 5)).expiresInSeconds, 5)
  assert.deepEqual(
    inserted.map(({ expiresAt }) => expiresAt),
    [65_000, 10_000],
  )
  assert.deepEqual(
    inserted.map(({ kind, scopes, entityId }) => [kind, scopes, entityId]),
    [
      ['customer', [], 'casey'],
      ['customer', [], 'casey'],
    ],
  )
})

test('stored tokens do not reveal the secret', async () => {
  const { issuer, tx, inserted } = given()
  const { accessToken, refreshToken } = await issuer.pair(tx, grant)
  const stored = JSON.stringify(inserted)
  for (const secret of [accessToken, refreshToken]) assert.ok(!stored.includes(secret.slice(4, 16)))
})

test('requireExistingApp throws when the app was removed', async () => {
  const tx = scripted<StorageTransaction>({ apps: scripted<AppWrites>({ get: async () => undefined }) })
  await assert.rejects(requireExistingApp(tx, 'app'), { code: 'invalid_grant' })
})
