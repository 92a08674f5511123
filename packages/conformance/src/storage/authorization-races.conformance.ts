import assert from 'node:assert/strict'
import type { AuthorizationCode, License } from '@parley/core/storage'
import { newAgent, newApp, newToken, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const count = 50

function newCode(license: License): AuthorizationCode {
  return {
    hash: 'code',
    licenseId: license.id,
    clientId: 'client',
    agentId: 'agent',
    redirectUri: 'https://example.com/callback',
    scopes: [],
    codeChallenge: null,
    namesScopes: false,
    createdAt: 1_000,
    expiresAt: 61_000,
  }
}

/** Returns the hashes among `<prefix>-1` to `<prefix>-<count>` that are still stored. */
async function tokensLeft({ read }: StorageContext, prefix: string): Promise<readonly string[]> {
  const found = await Promise.all(upTo(count).map((n) => read.tokens.get(`${prefix}-${n}`)))
  return found.flatMap((token) => (token === undefined ? [] : [token.hash]))
}

/** Redeems the authorization code, and creates a refresh token and an access token from it. */
async function exchange({ license, write }: StorageContext, n: number): Promise<'taken' | 'refused'> {
  return write(async (tx) => {
    const code = await tx.codes.consume('code', 'client')
    if (code === undefined) {
      await tx.tokens.revokeByCode('code', 'client')
      return 'refused'
    }
    await tx.tokens.insert([
      newToken(license, `refresh-${n}`, { kind: 'refresh', expiresAt: null, codeHash: 'code' }),
      newToken(license, `access-${n}`, { refreshHash: `refresh-${n}`, codeHash: 'code' }),
    ])
    return 'taken'
  })
}

/** Creates an access token from the refresh token, if that is still stored. */
async function refresh({ license, write }: StorageContext, n: number): Promise<void> {
  await write(async (tx) => {
    const token = await tx.tokens.get('refresh')
    if (token === undefined) return
    await tx.tokens.insert([newToken(license, `access-${n}`, { refreshHash: 'refresh' })])
  })
}

async function givenRefreshToken({ license, write }: StorageContext): Promise<void> {
  await write(async (tx) => {
    await tx.agents.insert(newAgent(license, 'agent'))
    const values = { kind: 'refresh', expiresAt: null, codeHash: 'code' } as const
    await tx.tokens.insert([newToken(license, 'refresh', values)])
  })
}

export function authorizationRaceCases(cases: StorageCases): void {
  exchangeCases(cases)
  refreshCases(cases)
  removalCases(cases)
  countingCases(cases)
}

function exchangeCases(cases: StorageCases): void {
  cases.add(
    `gives a code to one of ${count} concurrent exchanges, and no token of it survives`,
    async (context) => {
      await context.write((tx) => tx.codes.insert(newCode(context.license)))
      const outcomes = await Promise.all(upTo(count).map((n) => exchange(context, n)))
      assert.equal(outcomes.filter((outcome) => outcome === 'taken').length, 1)
      assert.deepEqual(await tokensLeft(context, 'refresh'), [])
      assert.deepEqual(await tokensLeft(context, 'access'), [])
    },
  )

  cases.add('gives a code to the next exchange when the transaction that took it fails', async (context) => {
    await context.write((tx) => tx.codes.insert(newCode(context.license)))
    const failing = context.write(async (tx) => {
      await tx.codes.consume('code', 'client')
      throw new RangeError('after the take')
    })
    const next = upTo(5).map((n) => exchange(context, n))
    await assert.rejects(failing, RangeError)
    const outcomes = await Promise.all(next)
    assert.equal(outcomes.filter((outcome) => outcome === 'taken').length, 1)
  })
}

function refreshCases(cases: StorageCases): void {
  const revocations = {
    'the refresh token': ({ write }: StorageContext) => write((tx) => tx.tokens.revoke('refresh')),
    'all tokens of its code': ({ write }: StorageContext) =>
      write((tx) => tx.tokens.revokeByCode('code', 'client')),
    'all tokens of its agent': ({ write }: StorageContext) =>
      write((tx) => tx.tokens.revokeByEntity('agent')),
    'the agent': ({ write }: StorageContext) => write((tx) => tx.agents.remove('agent', 5_000)),
  }
  for (const [what, revoke] of Object.entries(revocations)) {
    cases.add(`leaves no token that was being created while ${what} was removed`, async (context) => {
      await givenRefreshToken(context)
      const half = count / 2
      await Promise.all([
        ...upTo(half).map((n) => refresh(context, n)),
        revoke(context),
        ...upTo(half).map((n) => refresh(context, half + n)),
      ])
      assert.deepEqual(await tokensLeft(context, 'access'), [])
    })
  }
}

function removalCases(cases: StorageCases): void {
  cases.add('leaves no token that was being created for an app while it was removed', async (context) => {
    const { license, write } = context
    await write((tx) => tx.apps.insert(newApp(license, 'client')))
    const issue = (n: number) =>
      write(async (tx) => {
        const app = await tx.apps.get('client')
        if (app !== undefined) await tx.tokens.insert([newToken(license, `access-${n}`)])
      })
    const half = count / 2
    await Promise.all([
      ...upTo(half).map(issue),
      write((tx) => tx.apps.remove('client')),
      ...upTo(half).map((n) => issue(half + n)),
    ])
    assert.deepEqual(await tokensLeft(context, 'access'), [])
  })

  cases.add(
    'leaves no token of a code that was being exchanged while its agent was removed',
    async (context) => {
      const { license, write } = context
      await write(async (tx) => {
        await tx.agents.insert(newAgent(license, 'agent'))
        await tx.codes.insert(newCode(license))
      })
      await Promise.all([exchange(context, 1), write((tx) => tx.agents.remove('agent', 5_000))])
      assert.deepEqual(await tokensLeft(context, 'refresh'), [])
    },
  )

  cases.add(
    'leaves no sign-in that was being created with a password while it was changed',
    async (context) => {
      const { license, read, write } = context
      await write(async (tx) => {
        await tx.agents.insert(newAgent(license, 'agent'))
        await tx.agents.setPasswordHash('agent', 'old')
      })
      const open = (n: number) =>
        write(async (tx) => {
          if (!(await tx.agents.replacePasswordHash('agent', 'old', 'old'))) return
          await tx.signIns.insert({
            hash: `sign-in-${n}`,
            agentId: 'agent',
            createdAt: 1_000,
            expiresAt: 2_000,
          })
        })
      const change = write(async (tx) => {
        await tx.agents.setPasswordHash('agent', 'new')
        await tx.signIns.deleteByAgent('agent')
      })
      await Promise.all([open(1), open(2), change, open(3), open(4)])
      const left = await Promise.all(upTo(4).map((n) => read.signIns.get(`sign-in-${n}`)))
      assert.deepEqual(left, [undefined, undefined, undefined, undefined])
    },
  )
}

function countingCases(cases: StorageCases): void {
  cases.add(`counts ${count} parallel attempts from 1 to ${count}`, async ({ write }) => {
    const windows = await Promise.all(
      upTo(count).map((n) => write((tx) => tx.rateCounters.record('key', 1_000 + n, 0))),
    )
    const counts = windows.map((window) => window.count)
    assert.deepEqual(
      counts.sort((left, right) => left - right),
      upTo(count),
    )
  })

  cases.add('keeps the number of refresh tokens when many sign in at once', async (context) => {
    const { license, write } = context
    const signIn = (n: number) =>
      write(async (tx) => {
        const values = { kind: 'refresh', expiresAt: null, createdAt: 1_000 + n } as const
        await tx.tokens.insert([newToken(license, `refresh-${n}`, values)])
        await tx.tokens.revokeSurplus('client', 'agent', 5)
      })
    await Promise.all(upTo(count).map(signIn))
    assert.equal((await tokensLeft(context, 'refresh')).length, 5)
  })

  cases.add('keeps the newest refresh tokens, of equal age those with the greater hash', async (context) => {
    const { license, write } = context
    const refreshToken = (hash: string, createdAt: number) =>
      newToken(license, hash, { kind: 'refresh', expiresAt: null, createdAt })
    await write((tx) =>
      tx.tokens.insert([refreshToken('b', 2_000), refreshToken('a', 2_000), refreshToken('c', 1_000)]),
    )
    const revoked = await write((tx) => tx.tokens.revokeSurplus('client', 'agent', 1))
    assert.deepEqual(revoked.map(({ hash }) => hash).sort(), ['a', 'c'])
    assert.deepEqual(
      (await write((tx) => tx.tokens.revokeSurplus('client', 'agent', 0))).map(({ hash }) => hash),
      ['b'],
    )
  })
}
