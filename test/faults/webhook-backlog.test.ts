import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { createParley, type Parley } from '@parley/core'
import type { Logger } from '@parley/core/ports'
import type { OutboxClaim, Storage } from '@parley/core/storage'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { registerWebhook } from '../webhooks/stored-webhooks.js'
import type { Location } from './engine-process.js'
import { Latencies } from './latencies.js'
import { testOnStorages } from './on-storages.js'
import { storageAt } from './storage-at.js'
import { storeWaiting } from './waiting-deliveries.js'

const waitingCount = byProfile({ quick: 2_000, full: 50_000, nightly: 1_000_000 })
const timeout = isNightly ? 1_200_000 : 170_000
const rounds = byProfile({ quick: 1, full: 10, nightly: 40 })
/** Number of events sent in a round, both with the backlog and without it. */
const sendsPerRound = 25
/** Maximum ratio of the medians, with tolerance for other work on the machine. */
const maxRatio = isNightly ? 1.5 : 2
/**
 * Number of claims of backlog deliveries in a round. Each finds hundreds of deliveries that wait behind others, which
 * is not the case without a backlog.
 */
const retriesPerRound = 5
/** Maximum median of the time to claim backlog deliveries, in milliseconds. */
const maxRetryMs = 250
/**
 * Maximum time by which the engine's clock, which follows the clock of the database, may be ahead of this process's
 * clock, in milliseconds.
 */
const aheadMs = 1_000
const url = 'http://127.0.0.1:9/'

const ignore = () => undefined
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** An engine with a license that has one webhook with an unreachable destination and one with a healthy destination. */
interface Side {
  readonly parley: Parley
  readonly storage: Storage
  readonly customerId: string
  readonly chatId: string
  readonly failingWebhookId: string
  readonly healthyWebhookId: string
  readonly latencies: Measured
}

interface Measured {
  readonly sends: Latencies
  readonly claims: Latencies
  readonly retries: Latencies
}

const unmeasured = (): Measured => ({
  sends: new Latencies(),
  claims: new Latencies(),
  retries: new Latencies(),
})

testOnStorages({
  title: (storage) => `${waitingCount} deliveries that wait slow neither sends nor claims on ${storage}`,
  timeout,
  run: async (context, open) => await compare(context, [await open(), await open()]),
})

async function compare(context: TestContext, locations: readonly [Location, Location]): Promise<void> {
  const [without, beside] = [await open(locations[0], 0), await open(locations[1], waitingCount)]
  try {
    for (const side of [without, beside]) await play(side, unmeasured())
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? [without, beside] : [beside, without]) {
        await play(side, side.latencies)
      }
    }
  } finally {
    await Promise.all([without, beside].map(close))
  }
  check(context, without, beside)
}

function check(context: TestContext, { latencies: without }: Side, { latencies: beside }: Side): void {
  const names = ['sends', 'claims'] as const
  for (const what of [...names, 'retries'] as const) {
    context.diagnostic(`${what}: without ${without[what]}; beside ${beside[what]}`)
  }
  if (!measuresTime) return
  for (const what of names) {
    const ratio = beside[what].percentile(50) / without[what].percentile(50)
    assert.ok(ratio <= maxRatio, `${what} take ${ratio.toFixed(2)} times as long`)
  }
  const retryMs = beside.retries.percentile(50)
  assert.ok(retryMs <= maxRetryMs, `claims of pending deliveries take ${retryMs.toFixed(1)} ms`)
}

async function play(side: Side, { sends, claims, retries }: Measured): Promise<void> {
  await send(side, sends)
  await deliver(side, claims)
  await retry(side, retries)
}

/** Sends events that both webhooks subscribe to. */
async function send({ parley, customerId, chatId }: Side, sends: Latencies): Promise<void> {
  for (let count = 0; count < sendsPerRound; count += 1) {
    const startedAt = performance.now()
    await parley.as({ customerId }).sendEvent({ chat_id: chatId, event: { type: 'message', text: 'Hello' } })
    sends.record(performance.now() - startedAt)
  }
}

/** Looks for due deliveries and claims those of the healthy webhook. */
async function deliver({ storage, healthyWebhookId }: Side, claims: Latencies): Promise<void> {
  const owner = randomUUID()
  for (let count = 0; count < sendsPerRound; count += 1) {
    const startedAt = performance.now()
    const due = await storage.read.outbox.listDueWebhooks(Date.now() + aheadMs, { after: null, limit: 200 })
    const [held] = await claim(storage, owner, { id: healthyWebhookId, limit: 1 })
    claims.record(performance.now() - startedAt)
    assert.ok(due.some(({ webhookId }) => webhookId === healthyWebhookId))
    assert.ok(held !== undefined)
    await storage.transaction((tx) => tx.outbox.complete([held.id], owner))
  }
}

/** Claims deliveries of the unreachable webhook and marks each as failed. */
async function retry({ storage, failingWebhookId }: Side, retries: Latencies): Promise<void> {
  const owner = randomUUID()
  for (let count = 0; count < retriesPerRound; count += 1) {
    const startedAt = performance.now()
    const held = await claim(storage, owner, { id: failingWebhookId, limit: 4 })
    retries.record(performance.now() - startedAt)
    const at = Date.now()
    const outcome = { at, nextAt: at + 3_600_000, reason: 'nobody is there' }
    for (const { id } of held) {
      assert.ok(await storage.transaction((tx) => tx.outbox.recordFailure(id, owner, outcome)))
    }
  }
}

function claim(storage: Storage, owner: string, webhook: OutboxClaim['webhooks'][number]) {
  const now = Date.now() + aheadMs
  return storage.transaction((tx) =>
    tx.outbox.claim({ now, owner, leaseUntil: now + 20_000, webhooks: [webhook] }),
  )
}

async function open(location: Location, count: number): Promise<Side> {
  const [storage, own] = [storageAt(location), storageAt(location)]
  const parley = await createParley({
    ...{ storage: own, logger: silent, webhooks: { deliveryCount: 0 } },
    routing: { mode: 'manual', idleAfterMs: 0, closeAfterMs: 0 },
  })
  await storage.open()
  const { admin, as } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Hooked' })
  const registered = () =>
    registerWebhook(storage, { licenseId, clientId: 'app', url, action: 'incoming_event' })
  const [failingWebhookId, healthyWebhookId] = [await registered(), await registered()]
  await storeWaiting(storage, { licenseId, webhookId: failingWebhookId, count })
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Casey' })
  const { chat } = await as({ customerId }).startChat()
  return {
    parley,
    storage,
    customerId,
    chatId: chat.id,
    failingWebhookId,
    healthyWebhookId,
    latencies: unmeasured(),
  }
}

async function close({ parley, storage }: Side): Promise<void> {
  await parley.close()
  await storage.close()
}
