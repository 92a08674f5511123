import assert from 'node:assert/strict'
import type { SignIn } from '@parley/core/storage'
import type { StorageCases } from './suite.js'

const signIn: SignIn = { hash: 'hash', agentId: 'agent', createdAt: 1_000, expiresAt: 1_767_225_600_000 }

export function signInCases(cases: StorageCases): void {
  cases.add('answers what was stored, undefined for the unknown', async ({ read, write }) => {
    await write((tx) => tx.signIns.insert(signIn))
    assert.deepEqual(await read.signIns.get('hash'), signIn)
    assert.equal(await read.signIns.get('unknown'), undefined)
  })

  cases.add('ends one sign-in only, and accepts an unknown one', async ({ read, write }) => {
    for (const hash of ['a', 'b']) await write((tx) => tx.signIns.insert({ ...signIn, hash }))
    for (const hash of ['a', 'a']) await write((tx) => tx.signIns.delete(hash))
    assert.equal(await read.signIns.get('a'), undefined)
    assert.ok(await read.signIns.get('b'))
  })

  cases.add('ends all sign-ins of an agent, and answers how many', async ({ read, write }) => {
    await write(async (tx) => {
      for (const hash of ['a', 'b']) await tx.signIns.insert({ ...signIn, hash })
      await tx.signIns.insert({ ...signIn, hash: 'other', agentId: 'other' })
    })
    assert.equal(await write((tx) => tx.signIns.deleteByAgent('agent')), 2)
    assert.equal(await read.signIns.get('a'), undefined)
    assert.ok(await read.signIns.get('other'))
  })
}
