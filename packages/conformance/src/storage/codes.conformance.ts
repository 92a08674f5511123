import assert from 'node:assert/strict'
import type { AuthorizationCode } from '@parley/core'
import { newAgent, newToken } from './fixtures.js'
import type { StorageCases } from './suite.js'

const code: AuthorizationCode = {
  hash: 'code',
  licenseId: 1,
  clientId: 'client',
  agentId: 'agent',
  redirectUri: 'https://example.com/callback?a=%20b',
  scopes: ['agents--all:write'],
  codeChallenge: 'challenge',
  createdAt: 1_767_225_600_000,
  expiresAt: 1_767_225_660_000,
}

export function codeCases(cases: StorageCases): void {
  cases.add('gives a code once, as it was stored', async ({ write }) => {
    const plain = { ...code, hash: 'plain', scopes: [], codeChallenge: null }
    for (const one of [code, plain]) {
      await write((tx) => tx.codes.insert(one))
      assert.deepEqual(await write((tx) => tx.codes.take(one.hash)), one)
      assert.equal(await write((tx) => tx.codes.take(one.hash)), undefined)
    }
  })

  cases.add('answers undefined for an unknown code', async ({ write }) => {
    assert.equal(await write((tx) => tx.codes.take('unknown')), undefined)
  })

  cases.add('gives a code to one of several transactions; the others see its tokens', async (context) => {
    const { license, write } = context
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      await tx.codes.insert(code)
    })
    const exchange = (n: number) =>
      write(async (tx) => {
        if (await tx.codes.take('code')) {
          await tx.tokens.insert([newToken(license, `token-${n}`, { codeHash: 'code' })])
          return 'taken'
        }
        return (await tx.tokens.revokeOfCode('code')).length
      })
    const outcomes = await Promise.all([1, 2, 3, 4].map(exchange))
    assert.deepEqual(outcomes.map(String).sort(), ['0', '0', '1', 'taken'])
  })

  cases.add('deletes the codes of one agent, and tells how many', async ({ write }) => {
    const other = { ...code, hash: 'other', agentId: 'other' }
    for (const one of [code, other]) await write((tx) => tx.codes.insert(one))
    assert.equal(await write((tx) => tx.codes.deleteOfAgent('agent')), 1)
    assert.equal(await write((tx) => tx.codes.take('code')), undefined)
    assert.deepEqual(await write((tx) => tx.codes.take('other')), other)
  })

  cases.add('keeps a code whose taking was rolled back', async ({ write }) => {
    await write((tx) => tx.codes.insert(code))
    const refused = write(async (tx) => {
      await tx.codes.take('code')
      throw new Error('refused')
    })
    await assert.rejects(refused)
    assert.deepEqual(await write((tx) => tx.codes.take('code')), code)
  })

  cases.add('deletes codes that expired up to an instant, and tells how many', async ({ write }) => {
    for (const expiresAt of [1_000, 2_000, 3_000]) {
      await write((tx) => tx.codes.insert({ ...code, hash: `code-${expiresAt}`, expiresAt }))
    }
    assert.equal(await write((tx) => tx.codes.deleteExpired(2_000)), 2)
    assert.ok(await write((tx) => tx.codes.take('code-3000')))
  })
}
