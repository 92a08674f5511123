import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { customer, now } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { ExpiringCache } from '../cache/expiring-cache.js'
import { RecentKeys } from '../cache/recent-keys.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { SessionSelector } from '../domain/session-selector.js'
import type { Token, TokenIdentity } from '../model/token.js'
import type { TokenReads } from '../ports/stores/tokens.js'
import { Identities } from './identities.js'
import type { KnownToken } from './known-token.js'

const token = (values: Partial<Token>): Token => ({
  hash: 'hash',
  kind: 'access',
  licenseId: 1,
  clientId: 'app',
  entityId: 'ada@example.com',
  scopes: ['chats--all:read'],
  createdAt: 0,
  expiresAt: now + 60_000,
  refreshHash: null,
  sealedRefresh: null,
  codeHash: null,
  ...values,
})
const ofAgent = (values: Partial<Token> = {}, licenseExpiresAt: number | null = null): TokenIdentity => {
  const bearer = { kind: 'agent', permission: 'normal', groups: [0] } as const
  return { token: token(values), licenseExpiresAt, appType: 'server', bearer }
}
const ofCustomer = (
  bannedUntil: number | null = null,
  licenseExpiresAt: number | null = null,
): TokenIdentity => {
  const held = token({ kind: 'customer', entityId: 'customer', scopes: [] })
  return { token: held, licenseExpiresAt, appType: 'server', bearer: { kind: 'customer', bannedUntil } }
}

function givenIdentities(
  found: TokenIdentity | undefined | ((hash: string) => TokenIdentity | undefined),
  isNew = false,
) {
  const clock = new VirtualClock(now)
  const reads: string[] = []
  const heard: number[] = []
  /** Opens when the subscription to a new license is ready. */
  const listening = gate()
  const tokens: TokenReads = scripted<TokenReads>({
    async identify(hash) {
      reads.push(hash)
      return typeof found === 'function' ? found(hash) : found
    },
    async identifyLogin(hash) {
      const identity = await tokens.identify(hash)
      return identity && { identity, arriving: { kind: 'customer', customer: customer() } }
    },
  })
  const known = new ExpiringCache<KnownToken>(clock, { maxCount: 10, maxAgeMs: 1_000 })
  const familiar = new RecentKeys(clock, { maxCount: 10, maxAgeMs: 60_000 })
  const listen = (licenseId: number) => {
    heard.push(licenseId)
    return isNew ? listening.promise : undefined
  }
  const identities = new Identities({ tokens }, clock, { known, familiar }, listen)
  return { identities, clock, reads, heard, listening }
}

test('an access token identifies an agent with the scopes of the token', async () => {
  const { identities } = givenIdentities(ofAgent())
  const { principal, expiresAt } = await identities.authenticateHash('hash', 'agent')
  assert.deepEqual(principal, {
    kind: 'agent',
    id: 'ada@example.com',
    licenseId: 1,
    clientId: 'app',
    permission: 'normal',
    groups: [0],
    scopes: new Set(['chats--all:read']),
    grantHash: 'hash',
  })
  assert.equal(expiresAt, now + 60_000)
})

test('a customer token identifies a customer', async () => {
  const { identities } = givenIdentities(ofCustomer())
  const { principal } = await identities.authenticateHash('hash', 'customer')
  assert.deepEqual(principal, { kind: 'customer', id: 'customer', licenseId: 1, clientId: 'app' })
})

const refused: readonly (readonly [
  string,
  TokenIdentity | undefined,
  'agent' | 'customer',
  Parameters<typeof refusal>[0],
])[] = [
  ['an unknown token', undefined, 'agent', 'authentication'],
  ['a refresh token', ofAgent({ kind: 'refresh' }), 'agent', 'authentication'],
  ['an expired token', ofAgent({ expiresAt: now }), 'agent', 'authentication'],
  ['an agent on the Customer API', ofAgent(), 'customer', 'authentication'],
  ['a customer on the Agent API', ofCustomer(), 'agent', 'authentication'],
  ['an agent of an expired license', ofAgent({}, now), 'agent', 'license_expired'],
  ['a customer of an expired license', ofCustomer(null, now), 'customer', 'license_expired'],
  ['a banned customer', ofCustomer(now + 1), 'customer', 'customer_banned'],
]

for (const [title, found, api, type] of refused) {
  test(`${title} is refused as ${type}`, async () => {
    const { identities } = givenIdentities(found)
    await assert.rejects(identities.authenticateHash('hash', api), refusal(type))
  })
}

test('a ban that has ended does not refuse the token', async () => {
  const { identities } = givenIdentities(ofCustomer(now, now + 1))
  await identities.authenticateHash('hash', 'customer')
})

test('reads a token again when the cache expires, and subscribes to its license before caching it', async () => {
  const { identities, clock, reads, heard } = givenIdentities(ofAgent())
  for (let call = 0; call < 3; call += 1) await identities.authenticateHash('hash', 'agent')
  assert.deepEqual(reads, ['hash'])
  assert.deepEqual(heard, [1])
  clock.advance(1_000)
  await identities.authenticateHash('hash', 'agent')
  assert.equal(reads.length, 2)
})

test('reads a token again after forgetAll', async () => {
  const { identities, reads } = givenIdentities(ofAgent())
  await identities.authenticateHash('hash', 'agent')
  identities.forgetAll()
  await identities.authenticateHash('hash', 'agent')
  assert.equal(reads.length, 2)
})

test('does not cache a token that was read during forgetAll', async () => {
  const { identities, reads } = givenIdentities(ofAgent())
  const reading = identities.authenticateHash('hash', 'agent')
  identities.forgetAll()
  await reading
  await identities.authenticateHash('hash', 'agent')
  assert.equal(reads.length, 2)
})

test('a cached token still expires', async () => {
  const { identities, clock } = givenIdentities(ofAgent({ expiresAt: now + 500 }))
  await identities.authenticateHash('hash', 'agent')
  clock.advance(500)
  await assert.rejects(identities.authenticateHash('hash', 'agent'), refusal('authentication'))
})

test('an unknown token is not cached', async () => {
  const { identities, reads } = givenIdentities(undefined)
  for (let call = 0; call < 2; call += 1) {
    await assert.rejects(identities.authenticateHash('hash', 'agent'), refusal('authentication'))
  }
  assert.equal(reads.length, 2)
})

test('reads a token again after subscribing to its license', async () => {
  let found: TokenIdentity | undefined = ofAgent()
  const { identities, reads, listening } = givenIdentities(() => found, true)
  const looking = identities.authenticateHash('hash', 'agent')
  await nextTurn()
  found = undefined
  listening.open()
  await assert.rejects(looking, refusal('authentication'))
  assert.deepEqual(reads, ['hash', 'hash'])
})

const tokens = (...tokenHashes: string[]): SessionSelector => ({ kind: 'tokens', tokenHashes })

test('forget removes the tokens of the selected agent, app or license, and no others', async () => {
  const all: Record<string, TokenIdentity> = {
    one: ofAgent({ hash: 'one' }),
    two: ofAgent({ hash: 'two', entityId: 'grace@example.com', clientId: 'other' }),
    three: ofAgent({ hash: 'three', licenseId: 2 }),
  }
  const { identities, reads } = givenIdentities((hash) => all[hash])
  const readAgain = async () => {
    reads.length = 0
    for (const hash of Object.keys(all)) await identities.authenticateHash(hash, 'agent')
    return [...reads]
  }
  await readAgain()
  const cases: readonly (readonly [SessionSelector, readonly string[]])[] = [
    [tokens('one'), ['one']],
    [{ kind: 'agent', agentId: 'ada@example.com' }, ['one']],
    [{ kind: 'app', clientId: 'other' }, ['two']],
    [{ kind: 'license' }, ['one', 'two']],
  ]
  for (const [selector, expected] of cases) {
    identities.forget(1, selector)
    assert.deepEqual(await readAgain(), expected, selector.kind)
  }
})

test('forget removes the tokens of the selected customer only', async () => {
  const tokenOf = (hash: string, entityId: string) => token({ kind: 'customer', hash, entityId, scopes: [] })
  const all: Record<string, TokenIdentity> = {
    one: { ...ofCustomer(), token: tokenOf('one', 'customer') },
    two: { ...ofCustomer(), token: tokenOf('two', 'other') },
  }
  const { identities, reads } = givenIdentities((hash) => all[hash])
  for (const hash of ['one', 'two']) await identities.authenticateHash(hash, 'customer')
  identities.forget(1, { kind: 'customer', customerId: 'other' })
  identities.forget(2, { kind: 'customer', customerId: 'customer' })
  for (const hash of ['one', 'two']) await identities.authenticateHash(hash, 'customer')
  assert.deepEqual(reads, ['one', 'two', 'two'])
})

test('does not cache a token that is revoked while it is read', async () => {
  const { identities, reads } = givenIdentities(ofAgent())
  const reading = identities.authenticateHash('hash', 'agent')
  identities.forget(1, tokens('hash'))
  await reading
  await identities.authenticateHash('hash', 'agent')
  const again = identities.authenticateHash('other', 'agent')
  identities.forget(1, { kind: 'license' })
  await again
  await identities.authenticateHash('other', 'agent')
  assert.deepEqual(reads, ['hash', 'hash', 'other', 'other'])
})

test('a login bypasses the cache, and fills it for later requests', async () => {
  const { identities, reads } = givenIdentities(ofCustomer())
  await identities.authenticateHash('hash', 'customer')
  const { identity, arriving } = await identities.logIn('hash', 'customer')
  assert.deepEqual(arriving, { kind: 'customer', customer: customer() })
  assert.equal(identities.cachedByHash('hash', 'customer'), identity)
  assert.deepEqual(reads, ['hash', 'hash'])
})

for (const [title, found, api, type] of refused) {
  test(`${title} is refused at login: ${type}`, async () => {
    const { identities } = givenIdentities(found)
    await assert.rejects(identities.logIn('hash', api), refusal(type))
  })
}

test('a login is current until something is forgotten, even while it is read', async () => {
  const { identities } = givenIdentities(ofCustomer())
  const login = await identities.logIn('hash', 'customer')
  assert.equal(login.isCurrent(), true)
  identities.forget(2, { kind: 'license' })
  assert.equal(login.isCurrent(), false)
  const reading = identities.logIn('hash', 'customer')
  identities.forget(1, tokens('other'))
  assert.equal((await reading).isCurrent(), false)
})

const activeCases: readonly (readonly [string, TokenIdentity | undefined, boolean])[] = [
  ['an access token', ofAgent(), true],
  ['the token of a banned customer of an expired license', ofCustomer(now + 1, now), true],
  ['an unknown token', undefined, false],
  ['a refresh token', ofAgent({ kind: 'refresh' }), false],
  ['an expired token', ofAgent({ expiresAt: now }), false],
]

for (const [title, found, isActive] of activeCases) {
  test(`${title} is ${isActive ? 'active' : 'not active'}`, async () => {
    const { identities } = givenIdentities(found)
    assert.equal((await identities.activeToken('hash'))?.token, isActive ? found?.token : undefined)
  })
}

test('reads a token and its user only once', async () => {
  const { identities, clock, reads } = givenIdentities(ofAgent({ expiresAt: now + 500 }))
  await identities.activeToken('hash')
  await identities.authenticateHash('hash', 'agent')
  assert.equal(reads.length, 1)
  clock.advance(500)
  assert.equal(await identities.activeToken('hash'), undefined)
})

test('a valid token is familiar for a while, an unknown token is not', async () => {
  const { identities, clock } = givenIdentities(ofAgent())
  assert.equal(identities.isFamiliar('hash'), false)
  await identities.authenticateHash('hash', 'agent')
  clock.advance(59_999)
  assert.equal(identities.isFamiliar('hash'), true)
  clock.advance(1)
  assert.equal(identities.isFamiliar('hash'), false)
})

test('a token that was deleted is no longer familiar', async () => {
  let found: TokenIdentity | undefined = ofAgent()
  const { identities } = givenIdentities(() => found)
  await identities.authenticateHash('hash', 'agent')
  found = undefined
  await assert.rejects(identities.authenticateHash('hash', 'agent', true), refusal('authentication'))
  assert.equal(identities.isFamiliar('hash'), false)
})
