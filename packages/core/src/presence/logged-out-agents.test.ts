import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, customerMember } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Agent } from '../model/agent.js'
import type { ChatMember } from '../model/chat.js'
import type { LogFields } from '../ports/logger.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { RoutingReads } from '../ports/stores/routing.js'
import { resolveSettings } from '../settings.js'
import { StorageError } from '../storage-error.js'
import { LoggedOutAgents, type LoggedOutAgentsDependencies } from './logged-out-agents.js'
import { presenceTimes } from './presence-times.js'

const startAt = 1_000_000_000
const graceMs = 60_000
const [ada, bob, kim] = ['ada@example.com', 'bob@example.com', 'kim@example.com']

/** Creates agents who have been away since the start, and are in chats. */
async function given() {
  const clock = new VirtualClock(startAt)
  const steady = new SteadyClock(clock)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  const { changes, facts } = changesOn(storage, clock)
  const logged: LogFields[] = []
  const failures = scripted<FailureLog>({ write: (_message, _type, fields) => void logged.push(fields) })
  const settings = resolveSettings({})
  const here = new Set<string>()
  const dependencies: LoggedOutAgentsDependencies = {
    ...{ changes, clock, steady, failures, settings, read: storage.read, ids: new SystemIds(clock) },
    agents: { isConnected: ({ id }) => here.has(id) },
    times: presenceTimes(settings.rtm),
  }
  const job = new LoggedOutAgents(dependencies)
  const isIn = async (chatId: string, id: string) =>
    (await storage.read.chats.getHead(chatId))?.members.some((member) => member.id === id)
  return {
    ...{ clock, storage, dependencies, logged, here, facts, isIn },
    add: (id: string, onlineUntil: Agent['onlineUntil'] = startAt + graceMs) =>
      storage.transaction((tx) => tx.agents.insert(agent({ id, licenseId, onlineUntil }))),
    start: (id: string, agentIds: readonly string[], waits = false) => {
      const thread = {
        id: `${id}-thread`,
        createdAt: startAt,
        properties: {},
        propertyTerms: [],
        events: [],
        bytes: 0,
      }
      const agents = agentIds.map((agentId): ChatMember => ({ id: agentId, kind: 'agent' }))
      return storage.transaction((tx) =>
        tx.chats.insert({
          ...{ id, licenseId, createdAt: startAt, members: [customerMember, ...agents] },
          ...{ scopes: { groups: [], agents: [] }, properties: {}, propertyTerms: [] },
          thread: { ...thread, waits, beganAt: startAt },
        }),
      )
    },
    change: <T>(work: (tx: StorageTransaction) => Promise<T>) => storage.transaction(work),
    onlineUntil: async (id: string) => (await storage.read.agents.get(id))?.onlineUntil,
    run: (of = job) => of.run({ aborted: false, pause: () => nextTurn() }),
    told: () =>
      facts().map((fact) => {
        const content = fact.name === 'incoming_event' ? fact.event.content : undefined
        return content?.type === 'system_message' ? content.system_message_type : fact.name
      }),
  }
}

test('an agent whose grace period is over leaves their active threads, which keep their queue position, and goes offline', async () => {
  const { add, start, run, clock, told, facts, storage, onlineUntil } = await given()
  await add(ada)
  await start('chat', [ada])
  clock.advance(graceMs - 1)
  await run()
  assert.deepEqual(told(), [])
  clock.advance(1)
  await run()
  assert.deepEqual(told(), ['chat_users_updated', 'routing.unassigned', 'agent_went_offline'])
  const offline = facts().at(-1)
  assert.equal(offline?.name === 'agent_went_offline' && offline.agentId, ada)
  const head = await storage.read.chats.getHead('chat')
  assert.deepEqual(head?.members, [customerMember])
  assert.equal(head?.thread.waitingSince, startAt)
  assert.equal(await onlineUntil(ada), 0)
  await run()
  assert.equal(told().length, 3)
})

test('a thread waits once the last agent has left it', async () => {
  const { add, start, run, clock, told, isIn } = await given()
  for (const id of [ada, bob]) await add(id)
  await add(kim, 'forever')
  await start('with-kim', [ada, kim])
  await start('with-bob', [ada, bob])
  clock.advance(graceMs)
  await run()
  const left = ['chat_users_updated', 'chat_users_updated', 'agent_went_offline']
  assert.deepEqual(told(), [...left, 'chat_users_updated', 'routing.unassigned', 'agent_went_offline'])
  assert.equal(await isIn('with-kim', kim), true)
  assert.equal(await isIn('with-kim', ada), false)
})

test('an agent stays a member of chats that wait or are closed', async () => {
  const { add, start, run, clock, told, isIn, change } = await given()
  await add(ada)
  await start('waiting', [ada], true)
  await start('closed', [ada])
  await change(async (tx) => {
    await tx.chats.lock('closed')
    await tx.chats.closeThread('closed')
  })
  clock.advance(graceMs)
  await run()
  assert.deepEqual(told(), ['agent_went_offline'])
  assert.deepEqual([await isIn('waiting', ada), await isIn('closed', ada)], [true, true])
})

test('an agent with many chats leaves them in several commits, and goes offline once', async () => {
  const { add, start, run, clock, told, onlineUntil } = await given()
  await add(ada)
  for (let index = 0; index < 120; index += 1) await start(`chat-${index}`, [ada])
  clock.advance(graceMs)
  await run()
  assert.equal(told().filter((name) => name === 'routing.unassigned').length, 120)
  assert.equal(told().filter((name) => name === 'agent_went_offline').length, 1)
  assert.equal(await onlineUntil(ada), 0)
})

test('an agent who comes back meanwhile keeps their chats', async () => {
  const { add, start, run, clock, told, dependencies, storage, isIn, change } = await given()
  await add(ada)
  await start('chat', [ada])
  clock.advance(graceMs)
  const routing = scripted<RoutingReads>({
    listDeparted: (now, page) => storage.read.routing.listDeparted(now, page),
    listActiveChats: async (agentId, limit) => {
      const ids = await storage.read.routing.listActiveChats(agentId, limit)
      await change((tx) => tx.agents.logIn(ada, { routingStatus: 'keep', onlineUntil: 'forever' }))
      return ids
    },
  })
  await run(new LoggedOutAgents({ ...dependencies, read: { routing } }))
  assert.deepEqual(told(), [])
  assert.equal(await isIn('chat', ada), true)
})

test('an agent who is connected to this node is not logged out, even if its lease had expired', async () => {
  const { add, start, run, clock, told, here } = await given()
  await add(ada)
  await start('chat', [ada])
  here.add(ada)
  clock.advance(graceMs)
  await run()
  assert.deepEqual(told(), [])
  here.clear()
  await run()
  assert.equal(told().length, 3)
})

test('changing the system clock logs no agent out early', async () => {
  const { add, run, clock, told } = await given()
  await add(ada)
  clock.stepWallClock(5 * 3_600_000)
  clock.advance(graceMs / 2)
  await run()
  assert.deepEqual(told(), [])
  clock.advance(graceMs / 2)
  await run()
  assert.deepEqual(told(), ['agent_went_offline'])
})

test('logs out any number of agents, and continues after one who fails', async () => {
  const { add, run, clock, told, dependencies, logged } = await given()
  const ids = Array.from({ length: 250 }, (_, index) => `agent-${String(index).padStart(3, '0')}`)
  for (const id of ids) await add(id)
  const fault = new Error('a fault')
  const { changes } = dependencies
  const commit: typeof changes.commit = (origin, at, subjects, work) =>
    subjects.includes('agent-007') ? Promise.reject(fault) : changes.commit(origin, at, subjects, work)
  const job = new LoggedOutAgents({ ...dependencies, changes: scripted<typeof changes>({ commit }) })
  clock.advance(graceMs)
  await run(job)
  assert.equal(told().length, 249)
  assert.deepEqual(logged, [{ agentId: 'agent-007', cause: fault }])
  await run()
  assert.equal(told().length, 250)
})

test('stops at a storage error, and the next run begins with the other agents', async () => {
  const { add, run, clock, told, dependencies, logged } = await given()
  for (const id of [ada, bob, kim]) await add(id)
  const away = new StorageError('unavailable', 'away')
  const tried: string[] = []
  const { changes } = dependencies
  const commit: typeof changes.commit = (origin, at, subjects, work) => {
    tried.push(...subjects)
    return subjects.includes(ada) ? Promise.reject(away) : changes.commit(origin, at, subjects, work)
  }
  const job = new LoggedOutAgents({ ...dependencies, changes: scripted<typeof changes>({ commit }) })
  clock.advance(graceMs)
  await assert.rejects(run(job), away)
  assert.deepEqual(tried, [ada])
  await run(job)
  assert.deepEqual(tried, [ada, bob, kim])
  assert.equal(told().length, 2)
  await assert.rejects(run(job), away)
  assert.deepEqual(logged, [])
})
