import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import type { Delivery, Storage, Webhook } from '@parley/core/storage'
import { requireStored } from '../../packages/core/src/chats/stored.js'
import type { TestEngine } from './engine.js'
import type { World } from './world.js'

/** An address that nothing listens on. */
const unusedUrl = 'http://127.0.0.1:9/'

/** Stores a webhook of the license without notifying an engine. Returns its id. */
export async function storeWebhook(
  storage: Storage,
  licenseId: number,
  values: Partial<Webhook> & Pick<Webhook, 'action'>,
): Promise<string> {
  const webhook: Webhook = {
    ...{ id: randomUUID(), licenseId, clientId: 'app', version: 'v0.5', url: unusedUrl, description: null },
    ...{ filters: null, additionalData: [], secretKey: 'clear.secret', createdAt: 1, disabledAt: null },
    ...values,
  }
  await storage.transaction(async (tx) => {
    requireStored(await tx.configuration.lock(licenseId))
    await tx.webhooks.insert(webhook)
  })
  return webhook.id
}

/** A time after all deliveries are due and all leases have expired. */
const inTheEnd = Number.MAX_SAFE_INTEGER - 1

/** Claims the stored deliveries of each webhook, oldest first, even if another node has claimed them. */
export async function takeDeliveries(
  storage: Storage,
  webhookIds: readonly string[],
): Promise<readonly Delivery[]> {
  const owner = randomUUID()
  const webhooks = webhookIds.map((id) => ({ id, limit: 100 }))
  const deliveries: Delivery[] = []
  for (;;) {
    const claimed = await storage.transaction(async (tx) => {
      const held = await tx.outbox.claim({ now: inTheEnd, owner, leaseUntil: inTheEnd + 1, webhooks })
      const ids = held.map(({ id }) => id)
      await tx.outbox.complete(ids, owner)
      return held
    })
    if (claimed.length === 0) return deliveries
    deliveries.push(...claimed)
  }
}

/**
 * Returns the payload as it would be sent, with the order of the event from the commit and without the fields that name
 * the webhook.
 */
export function deliveryFrom({ payload, eventOrder }: Delivery): unknown {
  const sent: { readonly data: { readonly event?: object } } = JSON.parse(payload)
  if (eventOrder === null) return sent
  return { ...sent, data: { ...sent.data, event: { ...sent.data.event, order: eventOrder } } }
}

type Rule = Pick<Webhook, 'action'> & Partial<Webhook>

/** Returns the payloads that were stored for the webhook since the last call, oldest first. */
export type Sent<Name extends string> = (name: Name) => Promise<readonly unknown[]>

export interface Outbox {
  /** Registers webhooks of the license under the names that the test uses. Its engine knows them from now on. */
  register<Name extends string>(world: World, rules: Readonly<Record<Name, Rule>>): Promise<Sent<Name>>
  /** Returns the payloads that were stored for a bot. */
  ofBot(id: string): Promise<readonly unknown[]>
}

/** Returns access to the deliveries that the engine of the suite stores. */
export function useOutbox(suite: { readonly engine: TestEngine }): Outbox {
  let storage: Storage | undefined
  before(async () => {
    storage = suite.engine.openStorage()
    await storage.open()
  })
  after(() => storage?.close())
  const deliveriesOf = async (id: string) =>
    (await takeDeliveries(requireStored(storage), [id])).map(deliveryFrom)
  return {
    async register(world, rules) {
      const ids = new Map<string, string>()
      for (const [name, rule] of Object.entries<Rule>(rules)) {
        ids.set(name, await storeWebhook(requireStored(storage), world.licenseId, rule))
      }
      await announce(world)
      return (name) => deliveriesOf(requireStored(ids.get(name)))
    },
    ofBot: deliveriesOf,
  }
}

/** Makes the engine read the configuration again, which it does after any change of it. */
async function announce({ engine, licenseId }: World): Promise<void> {
  await engine.parley.admin.properties.createOrReplace({
    ...{ licenseId, namespace: 'any', name: 'change', type: 'bool' },
    locations: { event: { agent: { read: true, write: true } } },
  })
}
