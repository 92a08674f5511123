import assert from 'node:assert/strict'
import type { AuthorizationCode } from '@parley/core/storage'
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
  namesScopes: true,
  createdAt: 1_767_225_600_000,
  expiresAt: 1_767_225_660_000,
}

export function codeCases(cases: StorageCases): void {
  cases.add('gives a code once, as it was stored', async ({ write }) => {
    const plain = { ...code, hash: 'plain', scopes: [], codeChallenge: null, namesScopes: false }
    for (const one of [code, plain]) {
      await write((tx) => tx.codes.insert(one))
      assert.deepEqual(await write((tx) => tx.codes.consume(one.hash, 'client')), one)
      assert.equal(await write((tx) => tx.codes.consume(one.hash, 'client')), undefined)
    }
  })

  cases.add('answers undefined for an unknown code', async ({ write }) => {
    assert.equal(await write((tx) => tx.codes.consume('unknown', 'client')), undefined)
  })

  cases.add('gives a code to one of several transactions; the others see its tokens', async (context) => {
    const { license, write } = context
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      await tx.codes.insert(code)
    })
    const exchange = (n: number) =>
      write(async (tx) => {
        if (await tx.codes.consume('code', 'client')) {
          await tx.tokens.insert([newToken(license, `token-${n}`, { codeHash: 'code' })])
          return 'taken'
        }
        return (await tx.tokens.revokeByCode('code', 'client')).length
      })
    const outcomes = await Promise.all([1, 2, 3, 4].map(exchange))
    assert.deepEqual(outcomes.map(String).sort(), ['0', '0', '1', 'taken'])
  })

  cases.add('gives a code to no other app, and keeps it for its own', async (context) => {
    const { write } = context
    await write((tx) => tx.codes.insert(code))
    const strangers = Array.from({ length: 10 }, () => write((tx) => tx.codes.consume('code', 'other')))
    const taken = write((tx) => tx.codes.consume('code', 'client'))
    assert.deepEqual(await Promise.all(strangers), Array(10).fill(undefined))
    assert.deepEqual(await taken, code)
  })

  cases.add('deletes the codes of one agent, and answers how many', async ({ write }) => {
    const other = { ...code, hash: 'other', agentId: 'other' }
    for (const one of [code, other]) await write((tx) => tx.codes.insert(one))
    assert.equal(await write((tx) => tx.codes.deleteByAgent('agent')), 1)
    assert.equal(await write((tx) => tx.codes.consume('code', 'client')), undefined)
    assert.deepEqual(await write((tx) => tx.codes.consume('other', 'client')), other)
  })

  cases.add('keeps a code whose taking was rolled back', async ({ write }) => {
    await write((tx) => tx.codes.insert(code))
    const refused = write(async (tx) => {
      await tx.codes.consume('code', 'client')
      throw new Error('refused')
    })
    await assert.rejects(refused)
    assert.deepEqual(await write((tx) => tx.codes.consume('code', 'client')), code)
  })
}
