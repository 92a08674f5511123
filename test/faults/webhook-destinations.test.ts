import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createParley, type Parley } from '@parley/core'
import type { Logger } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { textAt } from '../support/json.js'
import { byProfile, measuresTime } from '../support/profile.js'
import { homeDatabase } from '../support/storages.js'
import { DestinationServer, type ReceivedRequest } from '../webhooks/destination-server.js'
import { registerWebhook } from '../webhooks/stored-webhooks.js'
import { HostileDestinations, type Hostility } from './hostile-destinations.js'
import { Latencies } from './latencies.js'

const licenseCount = byProfile({ quick: 2, full: 10, nightly: 10 })
/** Webhook destinations of each license: 100 in all licenses together, beside one that is healthy. */
const hostilities: readonly Hostility[] = [
  ...(['hangs', 'hangs', 'hangs', 'drips', 'drips'] as const),
  ...(['floods', 'floods', 'closes', 'closes', 'closes'] as const),
]
/** The engine's default in the nightly profile; shorter values keep the test short. */
const timeoutMs = byProfile({ quick: 300, full: 2_000, nightly: 10_000 })
/**
 * Number of chats in each license. Deliveries of one chat are sent one after the other, so a single chat would put
 * little load on a destination.
 */
const chatCount = 20
const eventCount = byProfile({ quick: 60, full: 600, nightly: 6_000 })
const pauseMs = 10
const warmUpCount = 20
const maxP99Ms = 1_000
const maxGrowthBytes = 192 * 1_048_576

interface Tenant {
  readonly chatIds: readonly string[]
  readonly customerId: string
}

const ignore = () => undefined
/** A logger that discards everything, because each failure of a destination is logged as an error. */
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

test('destinations that hang, drip, flood or close do not delay others', {
  timeout: 600_000,
}, async (context) => {
  const database = await homeDatabase()
  const parley = await createParley({
    ...{
      storage: database.open(),
      logger: silent,
      webhooks: { timeoutMs, allowPrivateTargets: true },
    },
    routing: { mode: 'manual', idleAfterMs: 0, closeAfterMs: 0 },
    limits: { chatsPerCustomer: chatCount },
  })
  const storage = database.open()
  await storage.open()
  const each = Array.from({ length: licenseCount })
  const hostile = await HostileDestinations.start(each.flatMap(() => hostilities))
  try {
    const tenants: Tenant[] = []
    const latencies = new Latencies()
    let arrivedCount = 0
    for (const index of each.keys()) {
      const healthy = await DestinationServer.start()
      healthy.respond = (request, response) => {
        response.writeHead(204).end()
        arrivedCount += 1
        if (arrivedCount > warmUpCount) latencies.record(performance.now() - sentAt(request))
      }
      const urls = hostile.urls.slice(index * hostilities.length, (index + 1) * hostilities.length)
      tenants.push(await provision(parley, storage, [healthy.url, ...urls]))
    }
    const before = process.memoryUsage().rss
    await sendAll(parley, tenants)
    while (arrivedCount < eventCount) await waitUntilDelivered(pauseMs)
    report(context, parley, latencies, process.memoryUsage().rss - before)
  } finally {
    await parley.close()
    await storage.close()
    await hostile.stop()
    await database.remove()
  }
})

async function provision(parley: Parley, storage: Storage, urls: readonly string[]): Promise<Tenant> {
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Hooked' })
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Casey' })
  for (const url of urls) {
    await registerWebhook(storage, { licenseId, clientId: 'app', url, action: 'incoming_event' })
  }
  const chatIds: string[] = []
  for (let count = 0; count < chatCount; count += 1) {
    chatIds.push((await parley.as({ customerId }).startChat()).chat.id)
  }
  return { chatIds, customerId }
}

async function sendAll(parley: Parley, tenants: readonly Tenant[]): Promise<void> {
  for (let count = 0; count < eventCount; count += 1) {
    const tenant = tenants[count % tenants.length]
    const chatId = tenant?.chatIds[Math.floor(count / tenants.length) % chatCount]
    assert.ok(tenant !== undefined && chatId !== undefined)
    const event = { type: 'message', text: String(performance.now()) } as const
    await parley.as({ customerId: tenant.customerId }).sendEvent({ chat_id: chatId, event })
    await waitUntilDelivered(pauseMs)
  }
}

function sentAt({ body }: ReceivedRequest): number {
  return Number(textAt(JSON.parse(body), 'data.event.text'))
}

function waitUntilDelivered(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function report(context: TestContext, parley: Parley, latencies: Latencies, growth: number): void {
  const { webhooks } = parley.metrics()
  context.diagnostic(
    `healthy: ${latencies}; ${Math.round(growth / 1_048_576)} MiB more; ${JSON.stringify(webhooks)}`,
  )
  assert.ok(!measuresTime || latencies.percentile(99) < maxP99Ms, `p99 ${latencies.percentile(99)} ms`)
  assert.ok(growth < maxGrowthBytes, `${growth} bytes of memory were added`)
  assert.ok(webhooks.pausedDestinationCount > 0 && webhooks.failedCount > 0, 'no destination was hostile')
}
