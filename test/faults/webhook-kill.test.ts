import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'
import { listAt, textAt } from '../support/json.js'
import { takeDeliveries } from '../support/outbox.js'
import { byProfile, isNightly, profile } from '../support/profile.js'
import { DestinationServer } from '../webhooks/destination-server.js'
import { registerWebhook } from '../webhooks/stored-webhooks.js'
import type { Location } from './engine-process.js'
import { testOnStorages } from './on-storages.js'
import { rounds, seed } from './profile.js'
import { readChat } from './read-back.js'
import { killUnderLoad } from './rounds.js'
import { storageAt } from './storage-at.js'
import { agentOf, type Tenant } from './tenant.js'

const timeout = 240_000 + rounds * 60_000
/**
 * Maximum time to wait for the deliveries, in milliseconds: those that the last killed engine was sending are claimed
 * for a while, and sent again afterwards.
 */
const patienceMs = byProfile({ quick: 60_000, full: 60_000, nightly: 180_000 })

testOnStorages({
  title: (storage) => `killed ${rounds} times, ${storage} delivers each event`,
  timeout,
  run: async (context, open) => await run(context, await open()),
})

async function run(context: TestContext, location: Location): Promise<void> {
  const destination = await DestinationServer.start()
  const delivered = new Set<string>()
  let notify = () => undefined
  let webhookIds: readonly string[] = []
  destination.respond = ({ body }, response) => {
    for (const id of eventIdsIn(JSON.parse(body))) delivered.add(id)
    response.writeHead(204).end()
    notify()
  }
  const { answered, unanswered } = await killUnderLoad(location, {
    ...{ rounds, seed, setup: { webhooks: { allowPrivateTargets: true } } },
    async begin(tenant) {
      webhookIds = await register(location, tenant, destination.url)
    },
    async end(port, tenant, { messages }) {
      const answered = messages.flatMap(({ answer }) => answer?.id ?? [])
      if (profile === 'quick') for (const id of await takeWaiting(location, webhookIds)) delivered.add(id)
      const all = new Promise<void>((resolve) => {
        const check = () => answered.every((id) => delivered.has(id)) && resolve()
        notify = () => void check()
        notify()
      })
      const missing = () =>
        `${answered.filter((id) => !delivered.has(id)).length} of ${answered.length} events`
      await within(all, missing, patienceMs)
      const stored = await storedIds(port, tenant)
      assert.deepEqual(
        [...delivered].filter((id) => !stored.has(id)),
        [],
        'delivered, but not stored',
      )
    },
  })
  const repeated = destination.requests.length - delivered.size
  context.diagnostic(
    `seed ${seed}: ${answered} answered, ${unanswered} not; ${delivered.size} delivered, ${repeated} again`,
  )
  assert.ok(repeated > 0 || !isNightly, 'some kills interrupted deliveries')
}

async function register(location: Location, { licenseId }: Tenant, url: string): Promise<readonly string[]> {
  const storage = storageAt(location)
  await storage.open()
  const ids: string[] = []
  for (const action of ['incoming_event', 'incoming_chat_thread'] as const) {
    ids.push(await registerWebhook(storage, { licenseId, clientId: 'app', url, action }))
  }
  await storage.close()
  return ids
}

/**
 * Takes the waiting deliveries and returns the ids of their events. Deliveries of a killed engine stay claimed for 20
 * s, for which the quick profile cannot wait.
 */
async function takeWaiting(location: Location, webhookIds: readonly string[]): Promise<readonly string[]> {
  const storage = storageAt(location)
  await storage.open()
  const waiting = await takeDeliveries(storage, webhookIds)
  await storage.close()
  return waiting.flatMap(({ payload }) => eventIdsIn(JSON.parse(payload)))
}

/** Returns the ids of the events in a payload. The first events of a thread are part of the thread. */
function eventIdsIn(body: unknown): readonly string[] {
  if (textAt(body, 'action') === 'incoming_event') return [textAt(body, 'data.event.id')]
  return listAt(body, 'data.chat.thread.events').map((event) => textAt(event, 'id'))
}

async function storedIds(port: number, tenant: Tenant): Promise<ReadonlySet<string>> {
  const peer = new HttpPeer(port)
  const ids = new Set<string>()
  for (const { chatId } of tenant.conversations) {
    for (const { events } of await readChat(peer, agentOf(tenant), chatId)) {
      for (const { id } of events) ids.add(id)
    }
  }
  peer.close()
  return ids
}
