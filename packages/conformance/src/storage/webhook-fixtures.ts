import type { BotWebhooks, DeliveryAttempt, License, Webhook } from '@parley/core/storage'
import { newAgent } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

export function newWebhook(license: License, id: string, values: Partial<Webhook> = {}): Webhook {
  return {
    id,
    licenseId: license.id,
    clientId: 'app',
    version: 'v0.5',
    url: `https://example.com/${id}`,
    description: null,
    action: 'incoming_event',
    filters: null,
    additionalData: [],
    secretKey: `clear.v1.key of ${id}`,
    createdAt: 2_000,
    disabledAt: null,
    ...values,
  }
}

export function insertWebhook({ write }: StorageContext, webhook: Webhook): Promise<number> {
  return write(async (tx) => {
    await tx.configuration.lock(webhook.licenseId)
    return await tx.webhooks.insert(webhook)
  })
}

export function disable({ write, license }: StorageContext, id: string, disabledAt: number | null) {
  return write(async (tx) => {
    await tx.configuration.lock(license.id)
    return await tx.webhooks.setDisabledAt(license.id, id, disabledAt)
  })
}

export function newBotWebhooks(id: string, values: Partial<BotWebhooks> = {}): BotWebhooks {
  return {
    version: 'v0.4',
    url: `https://example.com/bots/${id}`,
    secretKey: `clear.v1.key of ${id}`,
    actions: [
      { action: 'thread_closed', filters: null, additionalData: [] },
      { action: 'agent_deleted', filters: null, additionalData: [] },
    ],
    ...values,
  }
}

export function givenBot(
  { write, license }: StorageContext,
  id: string,
  webhooks: BotWebhooks | null = newBotWebhooks(id),
): Promise<void> {
  return write(async (tx) => {
    await tx.agents.insert(newAgent(license, id, { ownerClientId: 'app' }))
    await tx.bots.putSettings(id, { tokenHash: null, webhooks })
  })
}

export function newAttempt(
  webhookId: string,
  id: string,
  values: Partial<DeliveryAttempt> = {},
): DeliveryAttempt {
  return {
    id,
    webhookId,
    deliveryId: `delivery of ${id}`,
    startedAt: 3_000,
    durationMs: 40,
    status: 204,
    reason: null,
    nextAt: null,
    ...values,
  }
}
