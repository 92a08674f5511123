import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import type { Delivery, Storage, Webhook } from '@parley/core/storage'
import { requireStored } from '../../packages/core/src/chats/stored.js'
import type { TestEngine } from './engine.js'
import type { World } from './world.js'

/** Refused before anything is sent. */
const nowhere = 'http://127.0.0.1:9/'

/** Stores a webhook of the license as it is, whatever an engine knows of it; its id. */
export async function storeWebhook(
  storage: Storage,
  licenseId: number,
  values: Partial<Webhook> & Pick<Webhook, 'action'>,
): Promise<string> {
  const webhook: Webhook = {
    ...{ id: randomUUID(), licenseId, clientId: 'app', version: 'v0.5', url: nowhere, description: null },
    ...{ filters: null, additionalData: [], secretKey: 'clear.secret', createdAt: 1, disabledAt: null },
    ...values,
  }
  await storage.transaction(async (tx) => {
    requireStored(await tx.configuration.lock(licenseId))
    await tx.webhooks.insert(webhook)
  })
  return webhook.id
}

/** Long after all that is due, and after every lease. */
const inTheEnd = Number.MAX_SAFE_INTEGER - 1

/** Takes what is stored for each of the webhooks, the oldest first, whoever else is at work on it. */
export async function takeDeliveries(
  storage: Storage,
  webhookIds: readonly string[],
): Promise<readonly Delivery[]> {
  const owner = randomUUID()
  const webhooks = webhookIds.map((id) => ({ id, limit: 100 }))
  const taken: Delivery[] = []
  for (;;) {
    const claimed = await storage.transaction(async (tx) => {
      const held = await tx.outbox.claim({ now: inTheEnd, owner, leaseUntil: inTheEnd + 1, webhooks })
      const ids = held.map(({ id }) => id)
      await tx.outbox.done(ids, owner)
      return held
    })
    if (claimed.length === 0) return taken
    taken.push(...claimed)
  }
}

/** What whoever delivers it makes of it, without what names the webhook: the order is the commit's. */
export function sentBy({ payload, eventOrder }: Delivery): unknown {
  const sent: { readonly data: { readonly event?: object } } = JSON.parse(payload)
  if (eventOrder === null) return sent
  return { ...sent, data: { ...sent.data, event: { ...sent.data.event, order: eventOrder } } }
}

type Rule = Pick<Webhook, 'action'> & Partial<Webhook>

/** What each of them was sent since the last time, the oldest first. */
export type Sent<Name extends string> = (name: Name) => Promise<readonly unknown[]>

export interface Outbox {
  /** Webhooks of the license, by what the test calls them, which its engine knows of from now on. */
  register<Name extends string>(world: World, rules: Readonly<Record<Name, Rule>>): Promise<Sent<Name>>
  /** What a bot was sent. */
  ofBot(id: string): Promise<readonly unknown[]>
}

/** What the engine of the suite stores for webhooks. */
export function useOutbox(suite: { readonly engine: TestEngine }): Outbox {
  let storage: Storage | undefined
  before(async () => {
    storage = suite.engine.openStorage()
    await storage.open()
  })
  after(() => storage?.close())
  const sentTo = async (id: string) => (await takeDeliveries(requireStored(storage), [id])).map(sentBy)
  return {
    async register(world, rules) {
      const ids = new Map<string, string>()
      for (const [name, rule] of Object.entries<Rule>(rules)) {
        ids.set(name, await storeWebhook(requireStored(storage), world.licenseId, rule))
      }
      await announce(world)
      return (name) => sentTo(requireStored(ids.get(name)))
    },
    ofBot: sentTo,
  }
}

/** Any change of what is configured has the engine read all of it again. */
async function announce({ engine, licenseId }: World): Promise<void> {
  await engine.parley.admin.properties.createOrReplace({
    ...{ licenseId, namespace: 'any', name: 'change', type: 'bool' },
    locations: { event: { agent: { read: true, write: true } } },
  })
}
