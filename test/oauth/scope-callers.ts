import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Permission, Scope } from '@parley/core/admin'
import type { Agent, Storage, Webhook } from '@parley/core/storage'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { textAt } from '../support/json.js'
import { MemoryFiles } from '../support/kept-files.js'
import type { StorageKind } from '../support/storages.js'
import { Person, type World } from '../support/world.js'
import { everyScope, type Standing } from './scope-table.js'
import { cheapPasswords, registerApp, unhurriedRtm } from './tenant.js'
import { Watch } from './watch.js'

export interface CallerKind {
  readonly permission: Permission
  readonly standing: Standing
  /** Whether a bot acts by `author_id`, with the token of an administrator who is not a member. */
  readonly isBot?: boolean
}

export const [member, seeing, blind] = [
  { isMember: true, isVisible: true },
  { isMember: false, isVisible: true },
  { isMember: false, isVisible: false },
]

/** Starts an engine for a suite, and creates callers of each kind. */
export function useCallers(storage: StorageKind) {
  const opened: Storage[] = []
  const wrap = (inner: Storage) => {
    opened.push(inner)
    return inner
  }
  const suite = useEngine(storage, { ...cheapPasswords, ...unhurriedRtm, files: new MemoryFiles(), wrap })

  let botCount = 0

  async function insertBot(world: World, clientId: string): Promise<string> {
    const [inner] = opened
    assert.ok(inner)
    botCount += 1
    const bot = botOf(world, clientId, botCount)
    assert.equal(await inner.transaction((tx) => tx.agents.insert(bot)), 'inserted')
    return bot.id
  }

  async function insertWebhook({ licenseId }: World, clientId: string): Promise<string> {
    const [inner] = opened
    assert.ok(inner)
    const webhook = webhookOf(licenseId, clientId)
    await inner.transaction(async (tx) => {
      await tx.configuration.lock(licenseId)
      await tx.webhooks.insert(webhook)
    })
    return webhook.id
  }

  /** Creates a caller of that kind for each call, with or without a chat of its own. */
  async function setUp({ permission, standing, isBot = false }: CallerKind) {
    const world = await suite.world()
    const app = await registerApp(world, { scopes: everyScope })
    const [boss, other] = [await world.agent('boss'), await world.agent('other')]
    const human = await world.agent('ada', { permission: isBot ? 'administrator' : permission })
    const listeners = await Promise.all([human, other, boss].map((person) => person.connect()))
    const self = isBot ? await insertBot(world, app.clientId) : human.id
    const [customer, unloved] = [await world.customer(), await world.customer()]
    const newChat = async () => {
      const groups = standing.isVisible ? [] : [7]
      const chat = await startChat(customer, { scopes: { groups } })
      const agent_ids = standing.isMember ? [self, other.id] : [other.id]
      await boss.web().succeed('join_chat', { chat_id: chat.chatId, agent_ids })
      const rules = { chat_properties: { test: { bool_property: { exists: true } } } }
      const added = await boss.web().succeed('add_auto_chat_scopes', { scopes: { groups: [9] }, rules })
      const autoChatScopesId = textAt(added, 'auto_chat_scopes_id')
      const [ownBotId, otherBotId] = [await insertBot(world, app.clientId), await insertBot(world, 'another')]
      const ownWebhookId = await insertWebhook(world, app.clientId)
      const otherWebhookId = await insertWebhook(world, 'another')
      return { ...chat, autoChatScopesId, ownBotId, otherBotId, ownWebhookId, otherWebhookId }
    }
    const { licenseId, engine } = world
    const [storage] = opened
    assert.ok(storage)
    const watch = new Watch({
      ...{ storage, licenseId, agentIds: [self, other.id], customerIds: [customer.id, unloved.id] },
      listeners: [...listeners, await customer.connect()],
    })
    const bearerOf = async (scopes: readonly Scope[]) => {
      // This token must be newer than others: an app may have 25 tokens of an agent, and the oldest one is removed.
      engine.clock.advance(1)
      const options = { licenseId, clientId: app.clientId, agentId: human.id, scopes }
      const { accessToken } = await engine.parley.admin.tokens.createForAgent(options)
      return new Person(world, 'agent', human.id, accessToken)
    }
    const ids = { self, other: other.id, customerId: unloved.id }
    return { ids, newChat, bearerOf, watch, options: isBot ? { authorId: self } : {} }
  }

  return { suite, insertBot, given: setUp }
}

function botOf({ licenseId, engine }: World, ownerClientId: string, count: number): Agent {
  return {
    id: `${licenseId}b${count}c`.padEnd(32, '0'),
    licenseId,
    externalId: null,
    name: 'Bot',
    email: null,
    avatar: null,
    permission: 'normal',
    groups: [{ id: 0, priority: 'normal' }],
    maxChatsCount: 6,
    ownerClientId,
    routingStatus: 'accepting_chats',
    onlineUntil: engine.clock.now() + 600_000,
    createdAt: 0,
  }
}

function webhookOf(licenseId: number, clientId: string): Webhook {
  return {
    ...{ id: randomUUID(), licenseId, clientId, version: 'v0.5', action: 'agent_deleted' },
    ...{ url: 'https://app.example/', description: null, secretKey: 'clear.v1.secret' },
    ...{ filters: null, additionalData: [], createdAt: 0, disabledAt: null },
  }
}
