import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, agentMember, configuration, customerMember } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Passwords } from '../identity/passwords.js'
import { SystemIds } from '../ids/system-ids.js'
import { leaveServed, listServedChats } from '../presence/leave-chats.js'
import { resolveSettings } from '../settings.js'
import { AgentAdmin, type AgentAdminDependencies } from './agents.js'

/** An agent who serves a chat. */
async function given() {
  const clock = new VirtualClock(1_000_000_000)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  const at = clock.now()
  await storage.transaction(async (tx) => {
    await tx.agents.insert(agent({ licenseId }))
    const thread = { id: 'thread', createdAt: at, properties: {}, propertyTerms: [], events: [], bytes: 0 }
    await tx.chats.insert({
      ...{
        id: 'chat',
        licenseId,
        createdAt: at,
        members: [customerMember, agentMember],
        properties: {},
        propertyTerms: [],
      },
      ...{ scopes: { groups: [], agents: [] }, thread: { ...thread, waits: false, beganAt: at } },
    })
  })
  const { changes, facts } = changesOn(storage, clock)
  const settings = resolveSettings({ storage })
  const ids = new SystemIds(clock)
  const dependencies = { read: storage.read, changes, clock, steady: new SteadyClock(clock), ids, settings }
  const presence: AgentAdminDependencies['presence'] = {
    reportLogOut: () => undefined,
    listServedChats: (agentId) => listServedChats(dependencies, agentId),
    leaveServed: (change, chatIds, agentId) => leaveServed(dependencies, change, chatIds, agentId),
    removeFromChats: () => Promise.reject(new Error('the process has ended')),
  }
  const configurations = { get: () => configuration() }
  const passwords = new Passwords(ids, 10)
  const admin = new AgentAdmin({ ...dependencies, presence, configurations, passwords })
  return { storage, admin, facts }
}

test('who is served waits again once their agent is removed, though the process ends then', async () => {
  const { storage, admin, facts } = await given()
  await assert.rejects(admin.delete(agentMember.id), /the process has ended/)
  assert.equal(await storage.read.agents.get(agentMember.id), undefined)
  const head = await storage.read.chats.getHead('chat')
  assert.deepEqual(head?.members, [customerMember])
  assert.notEqual(head?.thread.waitingSince, null)
  assert.ok(facts().some(({ name }) => name === 'agent_deleted'))
})

test('an agent who does not exist leaves nothing', async () => {
  const { storage, admin } = await given()
  await assert.rejects(admin.delete('nobody@example.com'), /agentId does not match any agent/)
  assert.deepEqual((await storage.read.chats.getHead('chat'))?.members, [customerMember, agentMember])
})
