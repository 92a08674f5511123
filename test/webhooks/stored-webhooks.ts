import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import type { Storage, Webhook } from '@parley/core/storage'
import type { TestEngine } from '../support/engine.js'
import type { World } from '../support/world.js'

export const secretKey = 'a secret key'

/** Stores a webhook as if an app had registered it. Returns its id. */
export async function registerWebhook(
  storage: Storage,
  webhook: Pick<Webhook, 'licenseId' | 'clientId' | 'url' | 'action'>,
  key = secretKey,
): Promise<string> {
  const id = randomUUID()
  await storage.transaction(async (tx) => {
    await tx.configuration.lock(webhook.licenseId)
    await tx.webhooks.insert({
      ...{ ...webhook, id, version: 'v0.5', filters: null, additionalData: [], description: null },
      ...{ createdAt: 1, disabledAt: null, secretKey: `clear.v1.${key}` },
    })
  })
  return id
}

/** Webhooks and deliveries, stored in the database as another node would. */
export class StoredWebhooks {
  readonly #storage: Storage
  readonly #world: World

  private constructor(storage: Storage, world: World) {
    this.#storage = storage
    this.#world = world
  }

  static async open(engine: TestEngine, world: World): Promise<StoredWebhooks> {
    const storage = engine.openStorage()
    await storage.open()
    after(() => storage.close())
    return new StoredWebhooks(storage, world)
  }

  get storage(): Storage {
    return this.#storage
  }

  /** Stores a webhook of the app and returns its id. */
  async register(url: string, key = secretKey): Promise<string> {
    const { licenseId, clientId } = this.#world
    return registerWebhook(this.#storage, { licenseId, clientId, url, action: 'thread_closed' }, key)
  }

  /**
   * Stores one delivery per chat id and returns their ids. Deliveries of one chat are sent in order; `null` stands for
   * a delivery that belongs to no chat.
   */
  async add(webhookId: string, chatIds: readonly (string | null)[]): Promise<readonly string[]> {
    const { licenseId } = this.#world
    const deliveries = chatIds.map((chatId) => {
      const [id, createdAt] = [randomUUID(), this.#world.engine.clock.now()]
      const payload = JSON.stringify({ action: 'thread_closed', data: { chat_id: chatId, id } })
      return { id, licenseId, chatId, webhookId, payload, eventIndex: null, createdAt, dueAt: createdAt }
    })
    const chats = [...new Set(chatIds.flatMap((chatId) => chatId ?? []))]
    await this.#storage.transaction(async (tx) => {
      const sequenced = await tx.chats.takeSequences(chats, this.#world.engine.clock.now())
      const sequences = new Map(chats.map((chatId, index) => [chatId, sequenced[index]?.sequence ?? 0]))
      await tx.outbox.add(deliveries, { sequences, orders: [] })
    })
    return deliveries.map(({ id }) => id)
  }
}
