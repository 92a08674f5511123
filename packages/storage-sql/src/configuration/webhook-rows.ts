import type {
  BotWebhooks,
  ConfiguredRule,
  DeliveryAttempt,
  Webhook,
  WebhookDestination,
  WebhookRule,
} from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { integer, integerOrNull, json, oneOf, text, textOrNull } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'

export const webhookColumns = {
  id: 'text',
  license_id: 'integer',
  client_id: 'text',
  version: 'text',
  url: 'text',
  description: 'text',
  rule: 'text',
  secret_key: 'text',
  seal: 'text',
  created_at: 'integer',
  disabled_at: 'integer',
} as const

export const attemptColumns = {
  webhook_id: 'text',
  id: 'text',
  delivery_id: 'text',
  started_at: 'integer',
  duration_ms: 'integer',
  status: 'integer',
  reason: 'text',
  next_at: 'integer',
} as const

/** Columns of `bots` for webhooks. All are `null` when the bot has none. */
export const botWebhookColumns = ['webhooks', 'version', 'url', 'secret_key', 'seal'] as const

export type BotWebhookRow = Readonly<Record<(typeof botWebhookColumns)[number], string | null>>

const versions = ['v0.3', 'v0.4', 'v0.5'] as const

/** Returns the prefix of a sealed secret key, up to its second `.`. Returns an empty text when it has fewer. */
export function getSeal(secretKey: string): string {
  return /^[^.]*\.[^.]*\./.exec(secretKey)?.[0] ?? ''
}

export function encodeWebhook(webhook: Webhook): RowOf<typeof webhookColumns> {
  return {
    id: webhook.id,
    license_id: webhook.licenseId,
    client_id: webhook.clientId,
    version: webhook.version,
    url: webhook.url,
    description: webhook.description,
    rule: encodeRule(webhook),
    secret_key: webhook.secretKey,
    seal: getSeal(webhook.secretKey),
    created_at: webhook.createdAt,
    disabled_at: webhook.disabledAt,
  }
}

export function decodeWebhook(row: Row): Webhook {
  return {
    ...decodeDestination(row),
    ...json<WebhookRule>(row, 'rule'),
    clientId: text(row, 'client_id'),
    version: oneOf(row, 'version', versions),
    description: textOrNull(row, 'description'),
    createdAt: integer(row, 'created_at'),
  }
}

export function decodeDestination(row: Row): WebhookDestination {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    url: text(row, 'url'),
    secretKey: text(row, 'secret_key'),
    disabledAt: integerOrNull(row, 'disabled_at'),
  }
}

export function encodeRule({ action, filters, additionalData }: WebhookRule): string {
  return JSON.stringify({ action, filters, additionalData })
}

export function encodeBotWebhooks(webhooks: BotWebhooks | null): BotWebhookRow {
  if (webhooks === null) return { webhooks: null, version: null, url: null, secret_key: null, seal: null }
  const { version, url, secretKey, actions } = webhooks
  return { webhooks: JSON.stringify(actions), version, url, secret_key: secretKey, seal: getSeal(secretKey) }
}

export function decodeBotWebhooks(row: Row): BotWebhooks | null {
  if (row.webhooks === null) return null
  return {
    version: oneOf(row, 'version', versions),
    url: text(row, 'url'),
    secretKey: text(row, 'secret_key'),
    actions: json<BotWebhooks['actions']>(row, 'webhooks'),
  }
}

/** Decodes the rules of webhooks and bots, by ascending id. */
export function decodeRules(webhooks: readonly Row[], bots: readonly Row[]): readonly ConfiguredRule[] {
  const rules = [...webhooks.map(decodeConfigured), ...bots.flatMap(decodeConfiguredOfBot)]
  // The sort is stable, so it keeps the order of the rules of one bot.
  return rules.sort((left, right) =>
    left.webhookId < right.webhookId ? -1 : Number(left.webhookId > right.webhookId),
  )
}

function decodeConfigured(row: Row): ConfiguredRule {
  const version = oneOf(row, 'version', versions)
  return { webhookId: text(row, 'id'), version, botId: null, ...json<WebhookRule>(row, 'rule') }
}

function decodeConfiguredOfBot(row: Row): readonly ConfiguredRule[] {
  const id = text(row, 'id')
  const version = oneOf(row, 'version', versions)
  return json<BotWebhooks['actions']>(row, 'webhooks').map((rule) => {
    return { webhookId: id, version, botId: id, ...rule }
  })
}

export function encodeAttempt(attempt: DeliveryAttempt): RowOf<typeof attemptColumns> {
  return {
    webhook_id: attempt.webhookId,
    id: attempt.id,
    delivery_id: attempt.deliveryId,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    reason: attempt.reason,
    next_at: attempt.nextAt,
  }
}

export function decodeAttempt(row: Row): DeliveryAttempt {
  return {
    id: text(row, 'id'),
    webhookId: text(row, 'webhook_id'),
    deliveryId: text(row, 'delivery_id'),
    startedAt: integer(row, 'started_at'),
    durationMs: integer(row, 'duration_ms'),
    status: integerOrNull(row, 'status'),
    reason: textOrNull(row, 'reason'),
    nextAt: integerOrNull(row, 'next_at'),
  }
}
