import type { Parley } from '@parley/core'
import type { DeliveryAttempt, FailedDelivery } from '@parley/core/admin'
import type { Demo } from './provision.js'

type WebhookAdmin = Parley['admin']['webhooks']

const SHOWN_COUNT = 20
/** Maximum number of webhooks of a license. */
const MOST_WEBHOOKS = 200

/**
 * Webhook data that the Configuration API does not return: the apps they belong to, and the results of their
 * deliveries. A bot's id stands for the bot's webhooks. Secret keys and payloads are left out.
 */
export class ConsoleWebhooks {
  readonly #webhooks: WebhookAdmin
  readonly #licenseId: number

  constructor({ webhooks }: Pick<Parley['admin'], 'webhooks'>, { licenseId }: Demo) {
    this.#webhooks = webhooks
    this.#licenseId = licenseId
  }

  async list() {
    const { items } = await this.#webhooks.list({ licenseId: this.#licenseId, limit: MOST_WEBHOOKS })
    const shown = items.map(async ({ id, clientId, disabledAt }) => {
      const [last] = await this.#attempts(id, 1)
      const lastAttempt = last === undefined ? null : attemptView(last)
      return {
        ...{ webhook_id: id, client_id: clientId, last_attempt: lastAttempt },
        disabled_at: disabledAt === null ? null : seconds(disabledAt),
      }
    })
    return { webhooks: await Promise.all(shown) }
  }

  async deliveries(webhookId: string) {
    const attempts = await this.#attempts(webhookId, SHOWN_COUNT)
    const page = { licenseId: this.#licenseId, webhookId, limit: SHOWN_COUNT }
    const failed = await this.#webhooks.listFailedDeliveries(page)
    return {
      attempts: attempts.map(attemptView),
      failed: failed.items.map(failedView),
      has_more_failed: failed.nextPageId !== null,
    }
  }

  async enable(webhookId: string) {
    await this.#webhooks.enable(webhookId)
    return {}
  }

  async sendAgain(deliveryId: string) {
    await this.#webhooks.retryDelivery(deliveryId)
    return {}
  }

  async #attempts(webhookId: string, limit: number): Promise<readonly DeliveryAttempt[]> {
    return (await this.#webhooks.listAttempts({ webhookId, limit })).items
  }
}

function attemptView({
  id,
  deliveryId,
  startedAt,
  durationMs,
  status,
  reason,
  nextAttemptAt,
}: DeliveryAttempt) {
  return {
    ...{ id, status, reason, delivery_id: deliveryId, duration_ms: durationMs },
    started_at: seconds(startedAt),
    next_at: nextAttemptAt === null ? null : seconds(nextAttemptAt),
  }
}

function failedView({ id, chatId, attemptCount, createdAt, failedAt, reason }: FailedDelivery) {
  return {
    ...{ id, reason, chat_id: chatId, attempt_count: attemptCount },
    ...{ created_at: seconds(createdAt), failed_at: seconds(failedAt) },
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}
