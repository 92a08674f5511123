import assert from 'node:assert/strict'
import {
  agentChats,
  agentMember,
  customerMember,
  givenChat,
  newAgent,
  newApp,
  newDevice,
  newLicense,
  newToken,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const codeOf = (licenseId: number) => ({
  hash: 'code',
  licenseId,
  clientId: 'client',
  agentId: 'agent',
  redirectUri: 'https://example.com/callback',
  scopes: [],
  codeChallenge: null,
  namesScopes: false,
  createdAt: 1_000,
  expiresAt: 2_000,
})

/** Stores `agent` as a member of `chat`, online, with a token, a code, a sign-in, a device and a password. */
async function givenBusyAgent(context: StorageContext) {
  const { license } = context
  await givenChat(context, { members: [customerMember, agentMember] })
  return context.write(async (tx) => {
    await tx.tokens.insert([newToken(license, 'token')])
    await tx.codes.insert(codeOf(license.id))
    await tx.signIns.insert({ hash: 'sign-in', agentId: 'agent', createdAt: 1_000, expiresAt: 9_000 })
    await tx.agents.putDevice(newDevice('agent', 'device'), 20)
    await tx.agents.setPasswordHash('agent', 'password hash')
    return tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil: 9_000 })
  })
}

export function removalCases(cases: StorageCases): void {
  agentCases(cases)
  replacementCases(cases)
  appCases(cases)
}

function agentCases(cases: StorageCases): void {
  cases.add('answers the removed agent, and finds it no longer', async (context) => {
    const { license, read, write } = context
    const agent = await givenBusyAgent(context)
    assert.equal(await read.agents.getPasswordHash('agent'), 'password hash')
    assert.deepEqual(await write((tx) => tx.agents.remove('agent', 3_000)), agent)
    assert.equal(await read.agents.get('agent'), undefined)
    assert.deepEqual(await read.agents.listDevices('agent'), [])
    assert.deepEqual(await read.agents.list(license.id, 10), [])
    assert.deepEqual(await read.agents.listByIds(license.id, ['agent']), [])
    assert.equal(await write((tx) => tx.agents.remove('agent', 4_000)), undefined)
    assert.equal(await write((tx) => tx.agents.setPasswordHash('agent', 'new')), false)
    const login = { routingStatus: 'keep', onlineUntil: 9_000 } as const
    assert.equal(await write((tx) => tx.agents.logIn('agent', login)), undefined)
    const status = 'not_accepting_chats'
    assert.equal(await write((tx) => tx.agents.setRoutingStatusIfOnline('agent', status, 3_500)), undefined)
  })

  cases.add('removes the agent’s tokens, codes and sign-ins', async (context) => {
    await givenBusyAgent(context)
    await context.write((tx) => tx.agents.remove('agent', 3_000))
    assert.equal(await context.read.tokens.get('token'), undefined)
    assert.equal(await context.read.tokens.identify('token'), undefined)
    assert.equal(await context.read.signIns.get('sign-in'), undefined)
    assert.equal(await context.write((tx) => tx.codes.consume('code', 'client')), undefined)
  })

  cases.add('keeps the profile for the chats the agent was in', async (context) => {
    await givenBusyAgent(context)
    await context.write((tx) => tx.agents.remove('agent', 3_000))
    const { chats } = await context.read.chats.listForAgent(agentChats(context.license))
    const [summary] = chats
    for (const chat of [await context.read.chats.get('chat'), summary]) {
      const user = chat?.users.find(({ kind }) => kind === 'agent')
      assert.ok(user?.kind === 'agent')
      assert.deepEqual([user.agent.id, user.agent.name, user.agent.onlineUntil], ['agent', 'Agent agent', 0])
    }
  })
}

function replacementCases(cases: StorageCases): void {
  cases.add('frees the id for the same license and for no other', async (context) => {
    const { license, read, write } = context
    await givenBusyAgent(context)
    await write((tx) => tx.agents.remove('agent', 3_000))
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    assert.equal(await write((tx) => tx.agents.insert(newAgent(other, 'agent'))), 'duplicate')
    const next = newAgent(license, 'agent', { name: 'Next', createdAt: 4_000 })
    assert.equal(await write((tx) => tx.agents.insert(next)), 'inserted')
    assert.deepEqual(await read.agents.get('agent'), next)
    assert.equal(await write((tx) => tx.agents.insert(next)), 'duplicate')
  })
}

function appCases(cases: StorageCases): void {
  cases.add('removes the app’s tokens and codes', async (context) => {
    const { license, read, write } = context
    await write(async (tx) => {
      await tx.apps.insert(newApp(license, 'client'))
      await tx.tokens.insert([newToken(license, 'token'), newToken(license, 'other', { clientId: 'other' })])
      await tx.tokens.insert([
        newToken(license, 'next'),
        newToken(license, 'far', { licenseId: license.id + 1 }),
      ])
      await tx.codes.insert(codeOf(license.id))
    })
    const removed = await write((tx) => tx.apps.remove('client'))
    const licenseIds = [license.id, license.id + 1]
    assert.deepEqual(removed?.licenseIds.toSorted(), licenseIds)
    assert.deepEqual(removed?.configurations, [])
    assert.equal(await read.apps.get('client'), undefined)
    assert.equal(await read.tokens.get('token'), undefined)
    assert.ok(await read.tokens.get('other'))
    assert.equal(await write((tx) => tx.codes.consume('code', 'client')), undefined)
    assert.equal(await write((tx) => tx.apps.remove('client')), undefined)
    await write((tx) => tx.apps.insert(newApp(license, 'unused')))
    const nothing = { licenseIds: [], configurations: [] }
    assert.deepEqual(await write((tx) => tx.apps.remove('unused')), nothing)
  })
}
