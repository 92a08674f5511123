import assert from 'node:assert/strict'
import type { Token } from '@parley/core/storage'
import { newToken } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const hashes = (tokens: readonly Token[]) => tokens.map(({ hash }) => hash).sort()

/**
 * Stores two refresh tokens of one agent, the first with two access tokens and the second with one, plus an unrelated
 * token.
 */
async function givenTokens({ license, write }: StorageContext): Promise<void> {
  const refresh = (hash: string) =>
    newToken(license, hash, { kind: 'refresh', expiresAt: null, codeHash: 'code' })
  const access = (hash: string, refreshHash: string) =>
    newToken(license, hash, { refreshHash, sealedRefresh: 'x' })
  const tokens = [
    refresh('refresh-1'),
    access('access-1a', 'refresh-1'),
    access('access-1b', 'refresh-1'),
    refresh('refresh-2'),
    access('access-2', 'refresh-2'),
    newToken(license, 'lone', { kind: 'customer', entityId: 'customer' }),
  ]
  await write((tx) => tx.tokens.insert(tokens))
}

async function left({ read }: StorageContext): Promise<readonly string[]> {
  const all = ['refresh-1', 'access-1a', 'access-1b', 'refresh-2', 'access-2', 'lone']
  const found = await Promise.all(all.map((hash) => read.tokens.get(hash)))
  return hashes(found.filter((token) => token !== undefined))
}

const first = ['access-1a', 'access-1b', 'refresh-1']
const second = ['access-2', 'refresh-2']

export function revocationCases(cases: StorageCases): void {
  singleCases(cases)
  groupCases(cases)
}

function singleCases(cases: StorageCases): void {
  cases.add('answers a token as it was stored', async ({ license, read, write }) => {
    const token = newToken(license, 'hash', {
      sealedRefresh: 'sealed',
      codeHash: 'code',
      refreshHash: 'refresh',
    })
    await write((tx) => tx.tokens.insert([token]))
    assert.deepEqual(await read.tokens.get('hash'), token)
    assert.equal(await read.tokens.get('unknown'), undefined)
  })

  for (const hash of ['refresh-1', 'access-1a']) {
    cases.add(`removes with ${hash} its refresh token and all access tokens of that`, async (context) => {
      await givenTokens(context)
      assert.deepEqual(hashes(await context.write((tx) => tx.tokens.revoke(hash))), first)
      assert.deepEqual(await left(context), ['access-2', 'lone', 'refresh-2'])
    })
  }

  cases.add('removes a token without relations, and nothing for an unknown one', async (context) => {
    await givenTokens(context)
    assert.deepEqual(hashes(await context.write((tx) => tx.tokens.revoke('lone'))), ['lone'])
    assert.deepEqual(await context.write((tx) => tx.tokens.revoke('unknown')), [])
    assert.deepEqual(await left(context), [...first, ...second].sort())
  })
}

function groupCases(cases: StorageCases): void {
  cases.add(
    'removes all tokens that were issued from a code, also through a refresh token',
    async (context) => {
      await givenTokens(context)
      const revoke = (code: string) => context.write((tx) => tx.tokens.revokeByCode(code, 'client'))
      assert.deepEqual(hashes(await revoke('code')), [...first, ...second].sort())
      assert.deepEqual(await revoke('unknown'), [])
    },
  )

  cases.add('removes no token when the code belongs to another app', async (context) => {
    await givenTokens(context)
    assert.deepEqual(await context.write((tx) => tx.tokens.revokeByCode('code', 'other')), [])
    assert.deepEqual(await left(context), [...first, 'lone', ...second].sort())
  })

  cases.add('removes all tokens of an agent or customer', async (context) => {
    await givenTokens(context)
    const revoked = await context.write((tx) => tx.tokens.revokeByEntity('agent'))
    assert.deepEqual(hashes(revoked), [...first, ...second].sort())
    assert.deepEqual(await left(context), ['lone'])
  })

  cases.add(
    'removes the oldest refresh tokens beyond a number, with their access tokens',
    async (context) => {
      const { license, write } = context
      const tokens = [5_000, 1_000, 3_000, 2_000].flatMap((createdAt) => [
        newToken(license, `refresh-${createdAt}`, { kind: 'refresh', createdAt }),
        newToken(license, `access-${createdAt}`, { refreshHash: `refresh-${createdAt}` }),
      ])
      const others = [
        newToken(license, 'other app', { kind: 'refresh', clientId: 'other', createdAt: 1 }),
        newToken(license, 'other agent', { kind: 'refresh', entityId: 'other', createdAt: 1 }),
      ]
      await write((tx) => tx.tokens.insert([...tokens, ...others]))
      const revoke = (keepCount: number) =>
        write((tx) => tx.tokens.revokeSurplus('client', 'agent', keepCount))
      assert.deepEqual(await revoke(4), [])
      assert.deepEqual(hashes(await revoke(2)), [
        'access-1000',
        'access-2000',
        'refresh-1000',
        'refresh-2000',
      ])
      assert.ok(await context.read.tokens.get('other app'))
      assert.ok(await context.read.tokens.get('other agent'))
    },
  )

  cases.add('keeps a token that never expires', async ({ license, read, write }) => {
    await write((tx) => tx.tokens.insert([newToken(license, 'for ever', { expiresAt: null })]))
    assert.equal(await write((tx) => tx.tokens.deleteExpired(Number.MAX_SAFE_INTEGER, 10)), 0)
    assert.equal(await read.tokens.countExpired(Number.MAX_SAFE_INTEGER, 10), 0)
    assert.ok(await read.tokens.get('for ever'))
  })
}
