import type { Delivery, Storage } from '@parley/core/storage'
import { deliveryFrom, takeDeliveries } from '../support/outbox.js'
import type { Known } from './known.js'
import type { Tenant } from './people.js'

/** Returns everything that the storage contains about the calls of one tenant. Claims its deliveries. */
export async function storedOf(storage: Storage, { world, people, known }: Tenant): Promise<unknown> {
  const { read } = storage
  const { licenseId } = world
  const chats: unknown[] = []
  for (const chatId of known.chats) chats.push(await chatOf(storage, chatId, known.threadsOf(chatId)))
  const users: unknown[] = []
  for (const { api, id } of people.values()) {
    users.push(api === 'agent' ? await agentOf(storage, id) : await read.customers.get(id))
  }
  const bots: unknown[] = []
  for (const id of known.bots) bots.push(await agentOf(storage, id), await read.bots.getSettings(id))
  const page = { after: null, limit: 100 }
  return {
    ...{ chats, users, bots },
    license: await read.licenses.get(licenseId),
    configuration: await configurationOf(storage, licenseId, known),
    webhooks: await read.webhooks.list(licenseId, null, 100),
    waiting: await read.routing.listWaiting(licenseId, page),
    deliveries: await deliveriesOf(storage, known),
  }
}

/** Returns the stored configuration. Rules are stored by random ids, so their order is normalized. */
async function configurationOf({ read }: Storage, licenseId: number, known: Known): Promise<unknown> {
  const configuration = await read.configuration.get(licenseId)
  const ids = [...known.webhooks, ...known.bots]
  const rules = configuration?.webhooks ?? []
  const webhooks = ids.map((id) => rules.filter(({ webhookId }) => webhookId === id))
  return { ...configuration, webhooks, ruleCount: rules.length }
}

async function chatOf({ read }: Storage, chatId: string, threadIds: readonly string[]): Promise<unknown> {
  return {
    chat: await read.chats.get(chatId),
    threads: await read.chats.listThreads(chatId, threadIds),
    summaries: await read.chats.listThreadSummaries(chatId, { before: null, offset: 0, limit: 100 }),
    timeoutsFrom: await read.chats.getTimeoutsFrom(chatId),
    threadUsers: await read.chats.countThreadUsers(chatId),
  }
}

async function agentOf({ read }: Storage, id: string): Promise<unknown> {
  return { agent: await read.agents.get(id), devices: await read.agents.listDevices(id) }
}

/** Returns the deliveries of each webhook, in order for each chat. */
async function deliveriesOf(storage: Storage, known: Known): Promise<unknown> {
  const ids = [...known.webhooks, ...known.bots]
  const deliveries = await takeDeliveries(storage, ids)
  return ids.map((webhookId) => {
    const own = deliveries.filter((delivery) => delivery.webhookId === webhookId)
    const about = (chatId: string | null) => own.filter((delivery) => delivery.chatId === chatId).map(shownOf)
    return [...known.chats, null].map(about)
  })
}

function shownOf(delivery: Delivery): unknown {
  const { chatId, webhookId, createdAt, sequence, attemptCount } = delivery
  return { chatId, webhookId, createdAt, sequence, attemptCount, sent: deliveryFrom(delivery) }
}
