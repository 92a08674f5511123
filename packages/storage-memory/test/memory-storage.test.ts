import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent, StorageReads, StorageTransaction } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'

const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null }
const insertLicense = (tx: StorageTransaction) => tx.licenses.insert(license)

function newAgent(groups: Agent['groups']): Agent {
  return {
    ...{
      id: 'ann',
      licenseId: 1,
      externalId: null,
      name: 'Ann',
      email: null,
      avatar: null,
      permission: 'normal',
      groups,
    },
    ...{
      maxChatsCount: 6,
      ownerClientId: null,
      routingStatus: 'accepting_chats',
      onlineUntil: 0,
      createdAt: 1_000,
    },
  }
}

async function openStorage() {
  const storage = memoryStorage()
  await storage.open()
  return storage
}

type ReadNames = { readonly [Store in keyof StorageReads]: readonly (keyof StorageReads[Store])[] }

const readNames: ReadNames = {
  licenses: ['get', 'list'],
  archives: ['listThreads', 'listUnindexed', 'getIndexedUntil', 'listOutdated', 'countOutdated'],
  agents: [
    ...(['get', 'getByExternalId', 'getPasswordHash', 'listByIds', 'list'] as const),
    ...(['listDevices', 'listDevicesToNotify'] as const),
  ],
  bots: ['getSettings', 'list', 'count'],
  customers: ['get', 'getByExternalId', 'list'],
  apps: ['get', 'list'],
  tokens: ['identify', 'identifyLogin', 'get', 'countExpired', 'listByEntity'],
  chats: [
    ...([
      'getHead',
      'get',
      'listByCustomer',
      'listForAgent',
      'listActiveByCustomer',
      'countByCustomer',
    ] as const),
    ...([
      'countThreadUsers',
      'measureThreads',
      'getRichMessage',
      'getThreadProperties',
      'listThreads',
      'listThreadSummaries',
    ] as const),
    ...(['listThreadOrders', 'getTimeoutsFrom'] as const),
  ],
  idempotencyRecords: ['get', 'countUntil'],
  codes: ['countExpired'],
  signIns: ['get', 'countExpired'],
  rateCounters: ['countUntil'],
  configuration: ['get', 'listProperties', 'getUsage'],
  outbox: ['countDue', 'countWaiting', 'listDueWebhooks', 'listFailed', 'getUsage'],
  nodes: ['countExpired', 'listActive'],
  facts: ['listSequencedChats', 'list', 'listAppended', 'listLatestSequences', 'countUntil'],
  files: ['get', 'countDue'],
  routing: [
    ...(['listAssignableLicenses', 'listAvailable', 'listAssignableThreads', 'listWaiting'] as const),
    ...([
      'listTimed',
      'listDeparted',
      'listPositionsBefore',
      'listActiveChats',
      'getQueueStatus',
      'getQueueFront',
    ] as const),
  ],
  secrets: ['get'],
  webhooks: [
    ...(['get', 'list', 'count', 'listDestinations'] as const),
    ...(['listAttempts', 'listSealPrefixes', 'listWithoutSealPrefix'] as const),
  ],
}

test('reads outside a transaction have no method that writes', () => {
  const { read } = memoryStorage()
  const names = Object.entries(read).map(([store, methods]) => [store, Object.keys(methods).sort()])
  const expected = Object.entries(readNames).map(([store, methods]) => [store, [...methods].sort()])
  assert.deepEqual(Object.fromEntries(names), Object.fromEntries(expected))
})

test('stored data does not change through values that were passed in or returned', async () => {
  const storage = await openStorage()
  const groups = [{ id: 0, priority: 'normal' as const }]
  await storage.transaction((tx) => tx.agents.insert(newAgent(groups)))
  groups.push({ id: 7, priority: 'normal' })
  const found = await storage.read.agents.get('ann')
  assert.ok(found)
  assert.throws(() => Object.assign(found, { name: 'Eve' }), TypeError)
  assert.throws(() => Object.assign(found.groups, { 0: undefined }), TypeError)
  assert.throws(() => Object.assign(found.groups[0] ?? {}, { id: 7 }), TypeError)
  assert.deepEqual(await storage.read.agents.get('ann'), newAgent([{ id: 0, priority: 'normal' }]))
  await storage.close()
})

test('opens once, and rejects every call before', async () => {
  const storage = memoryStorage()
  await assert.rejects(storage.ping(), { name: 'StorageError', code: 'closed' })
  await assert.rejects(storage.read.licenses.list(1), { code: 'closed' })
  await storage.open()
  await assert.rejects(storage.open(), TypeError)
  await storage.close()
  await assert.rejects(storage.open(), TypeError)
})

test('appendEvents undoes the whole call when one command is invalid', async () => {
  const storage = await openStorage()
  const { id: licenseId } = await storage.transaction(insertLicense)
  const thread = {
    id: 'thread',
    createdAt: 1_000,
    properties: {},
    propertyTerms: [],
    events: [],
    bytes: 0,
    waits: false,
    beganAt: 0,
  }
  const scopes = { groups: [], agents: [] }
  const chat = {
    id: 'chat',
    licenseId,
    createdAt: 1_000,
    members: [],
    scopes,
    properties: {},
    propertyTerms: [],
    thread,
  }
  const { revision } = await storage.transaction((tx) => tx.chats.insert(chat))
  const added = { events: [], bytes: 5, bounds: null, timeoutsFrom: null, at: 2_000 }
  const command = { chatId: 'chat', revision, ...added, deliveries: [] }
  const about = {
    id: 'a',
    licenseId,
    chatId: null,
    webhookId: 'b',
    payload: '{}',
    eventIndex: 0,
    createdAt: 2_000,
    dueAt: 2_000,
  }
  const calls = storage.appendEvents([command, { ...command, deliveries: [about] }])
  await assert.rejects(calls, TypeError)
  const results = await storage.appendEvents([command])
  assert.deepEqual(results, [{ status: 'stored', orders: [], taken: { sequence: 2, previousAt: 1_000 } }])
  await storage.close()
})

test('a transaction that never settles times out, and the next one runs', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const storage = await openStorage()
  let start: (tx: StorageTransaction) => void = () => {}
  const started = new Promise<StorageTransaction>((resolve) => {
    start = resolve
  })
  const stuck = storage.transaction(async (tx) => {
    await insertLicense(tx)
    start(tx)
    await new Promise(() => {})
  })
  const tx = await started
  const next = storage.transaction(insertLicense)
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + 15_000)
  t.mock.timers.tick(15_000)
  await assert.rejects(stuck, { name: 'StorageError', code: 'unavailable' })
  assert.equal((await next).id, 1)
  await assert.rejects(insertLicense(tx), TypeError)
  assert.equal((await storage.read.licenses.list(10)).length, 1)
  await storage.close()
})
