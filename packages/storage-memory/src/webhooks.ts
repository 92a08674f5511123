import type { Webhook, WebhookDestination, WebhookReads, WebhookWrites } from '@parley/core/storage'
import { changeConfiguration } from './configuration.js'
import { reversed, sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const webhookReads = (run: Run): WebhookReads => ({
  get: (id) => run(({ webhooks }) => webhooks.get(id)),
  list: (licenseId, clientId, limit, after = '') =>
    run((tables) =>
      ownedBy(tables, licenseId, clientId)
        .filter(({ id }) => id > after)
        .slice(0, limit),
    ),
  count: (licenseId, clientId, max) =>
    run((tables) => Math.min(max, ownedBy(tables, licenseId, clientId).length)),
  listDestinations: (ids) => run((tables) => destinations(tables).filter(({ id }) => ids.includes(id))),
  listAttempts: (webhookId, limit) => run((tables) => attemptsOf(tables, webhookId).slice(0, limit)),
  listSealPrefixes: () =>
    run((tables) =>
      [...new Set(destinations(tables).map(({ secretKey }) => sealOf(secretKey)))].slice(0, 100),
    ),
  listWithoutSealPrefix: (prefix, limit) =>
    run((tables) =>
      destinations(tables)
        .filter(({ secretKey }) => !secretKey.startsWith(prefix))
        .slice(0, limit)
        .map(({ id, secretKey }) => ({ id, secretKey })),
    ),
})

export const webhookWrites = (run: Run): WebhookWrites => ({
  insert: (webhook) =>
    run((tables) => {
      tables.webhooks.insert(webhook.id, webhook)
      return changeConfiguration(tables, webhook.licenseId, {})
    }),
  update: ({ id, licenseId, url, description, action, filters, additionalData, secretKey }) =>
    run((tables) => {
      if (tables.webhooks.get(id)?.licenseId !== licenseId) return undefined
      tables.webhooks.patch(id, { url, description, action, filters, additionalData, secretKey })
      return changeConfiguration(tables, licenseId, {})
    }),
  remove: (licenseId, id) =>
    run((tables) => {
      const removed = removeWebhooks(
        tables,
        (webhook) => webhook.id === id && webhook.licenseId === licenseId,
      )
      return removed.length === 0 ? undefined : changeConfiguration(tables, licenseId, {})
    }),
  setDisabledAt: (licenseId, id, disabledAt) =>
    run((tables) => {
      const found = destinations(tables).find((one) => one.id === id && one.licenseId === licenseId)
      if (found === undefined || (found.disabledAt === null) === (disabledAt === null)) return undefined
      if (tables.webhooks.patch(id, { disabledAt }) === undefined) tables.bots.patch(id, { disabledAt })
      return changeConfiguration(tables, licenseId, {})
    }),
  addAttempts: (attempts, maxCount) =>
    run((tables) => {
      const known = new Set(destinations(tables).map(({ id }) => id))
      for (const attempt of attempts.filter(({ webhookId }) => known.has(webhookId))) {
        tables.deliveryAttempts.insert(attempt.id, attempt)
        const surplus = attemptsOf(tables, attempt.webhookId).slice(maxCount)
        for (const { id } of surplus) tables.deliveryAttempts.delete(id)
      }
    }),
  replaceSecretKey: (id, former, secretKey) =>
    run((tables) => {
      if (destinations(tables).find((one) => one.id === id)?.secretKey !== former) return false
      if (tables.webhooks.patch(id, { secretKey }) !== undefined) return true
      const webhooks = tables.bots.get(id)?.webhooks
      if (webhooks) tables.bots.patch(id, { webhooks: Object.assign({}, webhooks, { secretKey }) })
      return true
    }),
  ...webhookReads(run),
})

/** Removes webhooks with their attempts, and returns the webhooks. */
export function removeWebhooks(
  { webhooks, deliveryAttempts }: Tables,
  isRemoved: (webhook: Webhook) => boolean,
): readonly Webhook[] {
  const removed = webhooks.deleteWhere(isRemoved)
  const ids = new Set(removed.map(({ id }) => id))
  deliveryAttempts.deleteWhere(({ webhookId }) => ids.has(webhookId))
  return removed
}

function ownedBy({ webhooks }: Tables, licenseId: number, clientId: string | null): readonly Webhook[] {
  const owned = webhooks.rows((webhook) => {
    return webhook.licenseId === licenseId && webhook.clientId === (clientId ?? webhook.clientId)
  })
  return sorted(owned, ({ id }) => [0, id])
}

/** Returns the destinations of webhooks and of bots. */
function destinations({ webhooks, bots, agents, formerAgents }: Tables): readonly WebhookDestination[] {
  const ofWebhooks = webhooks.rows().map(({ id, licenseId, url, secretKey, disabledAt }) => {
    return { id, licenseId, url, secretKey, disabledAt }
  })
  const ofBots = [...agents.rows(), ...formerAgents.rows()].flatMap(({ id, licenseId }) => {
    const bot = bots.get(id)
    if (!bot?.webhooks) return []
    const { url, secretKey } = bot.webhooks
    return [{ id, licenseId, url, secretKey, disabledAt: bot.disabledAt }]
  })
  return [...ofWebhooks, ...ofBots]
}

function attemptsOf({ deliveryAttempts }: Tables, webhookId: string) {
  const made = deliveryAttempts.rows((attempt) => attempt.webhookId === webhookId)
  return reversed(made, ({ id }) => [0, id])
}

/** Returns the prefix of a sealed secret key, up to its second `.`. */
function sealOf(secretKey: string): string {
  return /^[^.]*\.[^.]*\./.exec(secretKey)?.[0] ?? ''
}
