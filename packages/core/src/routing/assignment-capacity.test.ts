import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, customerMember } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { assign } from '../domain/routing/assign.js'
import type { Ids } from '../ports/ids.js'
import type { RoutingReads } from '../ports/stores/routing.js'
import { AssignmentRound } from './assignment-round.js'

interface Given {
  /** The free capacity and the group of each agent. */
  readonly agents: readonly { readonly room: number; readonly group: number }[]
  /** The group of each chat, the longest-waiting first. */
  readonly chats: readonly number[]
  readonly assignsAll?: boolean
  /** Called once for each assignment. */
  readonly newId?: () => string
}

/**
 * Returns a function that runs a round. It returns whether there may be more to do, and the maximum number of threads
 * read.
 */
async function given({ agents, chats, assignsAll = true, newId = randomUUID }: Given) {
  const clock = new VirtualClock(1_000_000)
  const steady = new SteadyClock(clock)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  await storage.transaction(async (tx) => {
    for (const [index, { room, group }] of agents.entries()) {
      const id = `agent-${index}`
      const groups = [{ id: group, priority: 'normal' }] as const
      await tx.agents.insert(agent({ id, licenseId, permission: 'normal', groups, maxChatsCount: room }))
      await tx.agents.logIn(id, { routingStatus: 'accepting_chats', onlineUntil: 'forever' })
    }
    for (const [index, group] of chats.entries()) {
      const at = clock.now() + index
      const thread = {
        id: `thread-${index}`,
        createdAt: at,
        properties: {},
        propertyTerms: [],
        events: [],
        bytes: 0,
      }
      await tx.chats.insert({
        ...{
          id: `chat-${String(index).padStart(3, '0')}`,
          licenseId,
          createdAt: at,
          properties: {},
          propertyTerms: [],
        },
        ...{ members: [customerMember], scopes: { groups: [group], agents: [] } },
        thread: { ...thread, waits: true, beganAt: at },
      })
    }
  })
  const limits: number[] = []
  const routing = scripted<RoutingReads>({
    listAvailable: (id, limit) => storage.read.routing.listAvailable(id, limit),
    listAssignableThreads: (id, candidates, page) => {
      limits.push(page.limit)
      return storage.read.routing.listAssignableThreads(id, candidates, page)
    },
  })
  const { changes } = changesOn(storage, clock)
  const threadBounds = { eventCount: 10_000, eventBytes: 8_000_000 }
  const settings = { threadBounds, limits: { membersPerChat: 100, usersPerThread: 500 } }
  const round = new AssignmentRound({
    ...{ read: { routing }, changes, clock, steady, ids: scripted<Ids>({ uuid: newId }), settings },
    ...{ decide: assign, assignsAll },
  })
  const run = () => round.run({ aborted: false, pause: () => nextTurn() }, licenseId)
  const waiting = async () =>
    (await storage.read.routing.listWaiting(licenseId, { after: null, limit: 100 })).length
  return { run, waiting, limits }
}

test('reads as many threads as agents have capacity for, and stops when it is used up', async () => {
  const { run, waiting, limits } = await given({ agents: [{ room: 2, group: 1 }], chats: [1, 1, 1] })
  assert.equal(await run(), false)
  assert.equal(await waiting(), 1)
  assert.deepEqual(limits, [2])
})

test('reads more when the first threads are for other agents than those with capacity left', async () => {
  const agents = [
    { room: 1, group: 1 },
    { room: 1, group: 2 },
  ]
  const { run, waiting, limits } = await given({ agents, chats: [1, 1, 2] })
  assert.equal(await run(), true)
  assert.equal(await run(), false)
  assert.equal(await waiting(), 1)
  assert.deepEqual(limits, [2, 1])
})

test('stops when no thread is left', async () => {
  const { run, waiting } = await given({ agents: [{ room: 5, group: 1 }], chats: [1, 1] })
  assert.equal(await run(), false)
  assert.equal(await waiting(), 0)
})

test('assigns at most 50 threads in one round', async () => {
  const { run, waiting, limits } = await given({
    agents: [{ room: 70, group: 1 }],
    chats: Array.from({ length: 60 }, () => 1),
  })
  assert.equal(await run(), true)
  assert.equal(await run(), false)
  assert.equal(await waiting(), 0)
  assert.deepEqual(limits, [50, 20])
})

test('commits a few assignments at a time, and those before a failure stay', async () => {
  let count = 0
  const newId = () => {
    count += 1
    if (count > 7) throw new Error('a fault')
    return `id-${count}`
  }
  const chats = Array.from({ length: 12 }, () => 1)
  const { run, waiting } = await given({ agents: [{ room: 20, group: 1 }], chats, newId })
  await assert.rejects(run(), /a fault/)
  assert.equal(await waiting(), 7)
})

test('a policy that may skip threads is shown more than the capacity, and is asked again after each assignment', async () => {
  const agents = [{ room: 1, group: 1 }]
  const { run, limits } = await given({ agents, chats: [1, 1], assignsAll: false })
  assert.equal(await run(), true)
  assert.equal(await run(), false)
  assert.deepEqual(limits, [50])
})
