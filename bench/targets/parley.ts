import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from '@parley/adapter-node'
import { createParley, type Parley } from '@parley/core'
import type { Scope } from '@parley/core/admin'
import type { Storage } from '@parley/core/storage'
import { createParleyWith } from '@parley/core/testing'
import { inParallel } from '../in-parallel.js'
import type { Database } from '../processes/messages.js'
import type { CountedBus } from './counted-bus.js'
import {
  chatProperty,
  messageText,
  type Population,
  rareChatCount,
  rareWord,
  type TargetCode,
  type World,
} from './target.js'

// Rate limits far above any real user. Apart from these, the options are the defaults; the rates are still counted.
const requestsPerSecond = 1_000_000
const bytesPerSecond = 2 ** 40
const rtm = { messagesPerSecond: requestsPerSecond }
const rates = {
  customerRequestsPerSecond: requestsPerSecond,
  customerResponseBytesPerSecond: bytesPerSecond,
  customerPushBytesPerSecond: bytesPerSecond,
  agentRequestsPerSecond: requestsPerSecond,
  agentResponseBytesPerSecond: bytesPerSecond,
  agentPushBytesPerSecond: bytesPerSecond,
  appRequestsPerSecond: requestsPerSecond,
  appResponseBytesPerSecond: bytesPerSecond,
  appPushBytesPerSecond: bytesPerSecond,
}

/** Allows webhooks to addresses of this machine. */
const receivers = { webhooks: { allowPrivateTargets: true } }

const readScope: Readonly<Record<Population['agentsRead'], Scope>> = {
  own: 'chats--my:read',
  every: 'chats--all:read',
  waiting: 'chats--my:read',
}

/** Attaches another transport to the server, next to Parley's own websockets. */
type Attach = (server: Server, parley: Parley) => { close(): Promise<void> }

interface Extras {
  readonly attach?: Attach
  /** Returns the bus between this node and the others. */
  readonly bus?: (place: { readonly database: Database; readonly storage: Storage }) => CountedBus
}

export function parleyOn(
  storageOf: (database: Database) => Storage,
  { attach, bus: busOf }: Extras = {},
): TargetCode {
  return {
    async seed(database, population) {
      const parley = await createParley({ storage: storageOf(database), ...receivers })
      const world = await provision(parley, population)
      await parley.close()
      return world
    },
    async start(database, seeded) {
      // Limits the chats in a login response, so that its size does not depend on the number of chats.
      const isAskedByGrowth = seeded?.population.agentsRead === 'every'
      const limits = isAskedByGrowth ? { chatsSummaryCount: rareChatCount } : {}
      const storage = storageOf(database)
      const bus = busOf?.({ database, storage })
      const parley = await createParleyWith(
        { limits },
        { storage, rtm, rates, ...receivers, ...(bus && { bus }) },
      )
      const server = await serve(parley, { port: 0 })
      const attached = attach?.(server.server, parley)
      return {
        port: server.port,
        ...(bus && { busTraffic: () => bus.traffic }),
        async close() {
          await parley.close()
          await attached?.close()
          await server.close()
        },
      }
    },
  }
}

async function provision(parley: Parley, population: Population): Promise<World> {
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Bench' })
  await defineProperty(parley, licenseId)
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name: 'Bench', type: 'server', visibility: 'private' },
    redirectUris: ['http://127.0.0.1/'],
    scopes: [readScope[population.agentsRead], 'chats.conversation--all:write', 'chats.meta--my:write'],
  })
  const agents = await inParallel(population.agents, async (index) => {
    const login = `agent-${index}@example.com`
    const maxChatsCount = population.agentsRead === 'waiting' ? { maxChatsCount: 1 } : {}
    const { id: agentId } = await admin.agents.create({
      ...{ licenseId, login, name: `Agent ${index}`, ...maxChatsCount },
    })
    const { accessToken } = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
    return { agentId, accessToken }
  })
  const customers = await inParallel(population.customers, async (index) => {
    const { id: customerId } = await admin.customers.create({ licenseId, name: `Customer ${index}` })
    return admin.tokens.createForCustomer({ licenseId, clientId, customerId })
  })
  const agentIds = agents.map(({ agentId }) => agentId)
  const customerIds = customers.map(({ customerId }) => customerId)
  const chatIds = await startChats(parley, population, { agentIds, customerIds })
  const { webhookUrl: url } = population
  if (url !== undefined) {
    const login = 'administrator@example.com'
    await admin.agents.create({ licenseId, login, name: 'Administrator', permission: 'administrator' })
    const app = parley.as({ agentId: login, clientId })
    await app.registerWebhook({ url, action: 'incoming_event', secret_key: 'bench' })
  }
  await index(parley, population.agentsRead === 'every' ? pick(agentIds, 0) : undefined)
  return {
    licenseId,
    agentTokens: agents.map(({ accessToken }) => accessToken),
    customerTokens: customers.map(({ accessToken }) => accessToken),
    chatIds,
  }
}

async function defineProperty({ admin }: Parley, licenseId: number): Promise<void> {
  const { namespace, name } = chatProperty
  const access = { customer: { read: true, write: true }, agent: { read: true, write: true } }
  await admin.properties.createOrReplace({
    licenseId,
    namespace,
    name,
    type: 'string',
    locations: { chat: access },
  })
}

const indexLookMs = 10

/**
 * Waits until all words are indexed, so that indexing does not disturb the measurement. A search by an agent who sees
 * all chats makes the engine index without pauses, and waits for that for up to a second.
 */
async function index(parley: Parley, searcherId: string | undefined): Promise<void> {
  while (parley.metrics().search.waitingChatCount > 0) {
    if (searcherId === undefined) await delay(indexLookMs)
    else await parley.as({ agentId: searcherId }).getArchives(rareSearch)
  }
}

const rareSearch = { filters: { query: rareWord }, pagination: { limit: 1 } } as const

/** Maximum number of events with which a chat can be started. */
const maxFirstEvents = 100

interface People {
  readonly agentIds: readonly string[]
  readonly customerIds: readonly string[]
}

function startChats(
  parley: Parley,
  { chats, agentsRead, messagesPerChat }: Population,
  { agentIds, customerIds }: People,
): Promise<readonly string[]> {
  const event = { type: 'message', text: messageText } as const
  const rareEvent = { ...event, text: `${messageText} ${rareWord}` } as const
  return inParallel(chats, async (index) => {
    const customer = parley.as({ customerId: pick(customerIds, index) })
    const isRare = messagesPerChat > 0 && index % Math.ceil(chats / rareChatCount) === 0
    const first = Array.from({ length: Math.min(messagesPerChat, maxFirstEvents) }, (_, place) =>
      isRare && place === 0 ? rareEvent : event,
    )
    const properties = messagesPerChat === 0 ? {} : propertyOf(isRare)
    const { chat } = await customer.startChat({ chat: { properties, thread: { events: first } } })
    for (let sent = first.length; sent < messagesPerChat; sent += 1) {
      await customer.sendEvent({ chat_id: chat.id, event })
    }
    // Assigns an agent when the chat is created. Otherwise routing would assign waiting chats during the measurement.
    if (agentIds.length > 0 && (agentsRead === 'own' || chats < agentIds.length)) {
      const agentId = pick(agentIds, index)
      await parley.as({ agentId }).joinChat({ chat_id: chat.id, agent_ids: [agentId] })
    }
    return chat.id
  })
}

function propertyOf(isRare: boolean) {
  const { namespace, name, rare, common } = chatProperty
  return { [namespace]: { [name]: isRare ? rare : common } }
}

function pick(ids: readonly string[], index: number): string {
  const id = ids[index % ids.length]
  if (id === undefined) throw new Error('the population has nobody to pick from')
  return id
}
