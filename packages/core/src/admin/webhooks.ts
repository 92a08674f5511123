import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { Configurations } from '../configuration/configurations.js'
import { checkConfigurationLimits, checkWebhookCount, checkWebhookSize } from '../configuration/limits.js'
import { pageIds } from '../domain/page-ids.js'
import { checkSecretKey, checkWebhookUrl } from '../domain/webhooks.js'
import { invalid, invalidField, type ParleyError } from '../errors.js'
import type { SecretKeys } from '../identity/secret-keys.js'
import type { FailedDelivery as StoredFailedDelivery } from '../model/delivery.js'
import type {
  DeliveryAttempt as StoredAttempt,
  Webhook as StoredWebhook,
  WebhookRule,
} from '../model/webhook.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { Deliveries } from '../webhooks/deliveries.js'
import { setDisabled } from '../webhooks/set-disabled.js'
import { checkArgument, checkInput } from './check-input.js'
import {
  type DeliveryAttempt,
  type FailedDelivery,
  toDeliveryAttempt,
  toFailedDelivery,
} from './entities/delivery.js'
import { toWebhook, type Webhook } from './entities/webhook.js'
import type { Page } from './inputs/page.js'
import {
  type CreateWebhookInput,
  createWebhook,
  type ListAttemptsInput,
  type ListFailedDeliveriesInput,
  type ListWebhooksInput,
  listAttempts,
  listFailedDeliveries,
  listWebhooks,
  type UpdateWebhookInput,
  updateWebhook,
} from './inputs/webhook.js'
import { mapPage, readPage } from './pages.js'
import { checkVersion, toWebhookRule } from './webhook-rule.js'

export interface WebhookAdminDependencies {
  readonly read: Pick<StorageReads, 'webhooks' | 'outbox'>
  readonly changes: Pick<Changes, 'commit'>
  readonly configurations: Pick<Configurations, 'readInTransaction'>
  readonly clock: Clock
  readonly ids: Ids
  readonly steady: { now(): number }
  readonly settings: Settings
  readonly secretKeys: Pick<SecretKeys, 'seal' | 'open'>
  readonly deliveries: Pick<Deliveries, 'wake'>
}

/** Number of attempts that are kept of each webhook. */
const maxAttemptCount = 100
/** Maximum size of the payloads of one page of failed deliveries. */
const failedPageBytes = 4 * 1_048_576
const webhookPages = pageIds('webhooks', ['text'])
const failedPages = pageIds('failed deliveries', ['integer', 'text'])
const attemptPages = pageIds('attempts', ['text'])

/**
 * Manages webhooks, and shows what became of their deliveries (decisions §11). The webhooks of a bot are set by the
 * Configuration API; for `enable`, `listAttempts` and `listFailedDeliveries` they have the id of the bot.
 */
export class WebhookAdmin {
  readonly #dependencies: WebhookAdminDependencies

  constructor(dependencies: WebhookAdminDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Creates a webhook of an app, as `register_webhook` does. `validation` for an unknown license, or an app that agents
   * of the license cannot authorize.
   */
  async create(input: CreateWebhookInput): Promise<Webhook> {
    const { changes, clock, ids, settings, secretKeys } = this.#dependencies
    checkInput(createWebhook, input, settings.limits)
    this.#checkDestination(input)
    const { licenseId, clientId, url, secretKey, version = 'v0.5', description = null } = input
    const { action, filters = null, additionalData = [] } = input
    const created = { id: ids.uuid(), createdAt: clock.now(), disabledAt: null }
    return changes.commit(systemOrigin, created.createdAt, [], async (tx) => {
      // The app comes first, because a deletion of the app locks it first too.
      await requireApp(tx, licenseId, clientId)
      if (!(await tx.configuration.lock(licenseId)))
        throw invalid({ path: 'input.licenseId', rule: 'not_found' }, 'licenseId does not match any license')
      const rule = await this.#ruleIn(tx, licenseId, { action, filters, additionalData })
      checkVersion(rule, version)
      const webhook = { ...created, ...rule, licenseId, clientId, url, version, description, secretKey }
      checkWebhookSize(webhook, settings.limits, 'input')
      await checkWebhookCount(tx, webhook, settings.limits, 'input')
      const stored = { ...webhook, secretKey: secretKeys.seal(secretKey, webhook.id) }
      const revision = await tx.webhooks.insert(stored)
      await checkConfigurationLimits(tx, licenseId, settings.limits, 'input')
      return { response: toWebhook(stored), facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  }

  /** Returns the webhook, or `undefined`. */
  async get(webhookId: string): Promise<Webhook | undefined> {
    const { read, settings } = this.#dependencies
    checkArgument('webhookId', webhookId, settings.limits)
    const webhook = await read.webhooks.get(webhookId)
    return webhook && toWebhook(webhook)
  }

  /** Lists the webhooks of a license by ascending id, without those of bots. */
  async list(input: ListWebhooksInput): Promise<Page<Webhook>> {
    const { read, settings } = this.#dependencies
    checkInput(listWebhooks, input, settings.limits)
    const { licenseId, clientId = null } = input
    const page = await readPage(input, {
      pageIds: webhookPages,
      keyOf: ({ id }: StoredWebhook) => [id],
      read: (count, after) => read.webhooks.list(licenseId, clientId, count, after?.[0]),
    })
    return mapPage(page, toWebhook)
  }
  /**
   * Changes a webhook. Deliveries that are stored already keep their payload, and are sent to the new address. A
   * disabled webhook stays disabled until `enable`. `validation` for a webhook that does not exist.
   */
  async update(webhookId: string, input: UpdateWebhookInput): Promise<Webhook> {
    const { changes, clock, settings, secretKeys } = this.#dependencies
    checkArgument('webhookId', webhookId, settings.limits)
    checkInput(updateWebhook, input, settings.limits)
    this.#checkDestination(input)
    const { licenseId } = await this.#require(webhookId)
    return changes.commit(systemOrigin, clock.now(), [], async (tx) => {
      const isThere = await tx.configuration.lock(licenseId)
      const before = isThere ? await tx.webhooks.get(webhookId) : undefined
      if (before === undefined) throw unknownWebhook()
      const rule = await this.#changedRule(tx, before, input)
      const { url = before.url, description = before.description } = input
      const { secretKey = secretKeys.open(before.secretKey, webhookId) } = input
      const webhook = { ...before, ...rule, url, description, secretKey }
      checkWebhookSize(webhook, settings.limits, 'input')
      const sealed = input.secretKey === undefined ? before.secretKey : secretKeys.seal(secretKey, webhookId)
      const stored = { ...webhook, secretKey: sealed }
      const revision = await tx.webhooks.update(stored)
      if (revision === undefined) throw unknownWebhook()
      await checkConfigurationLimits(tx, licenseId, settings.limits, 'input')
      return { response: toWebhook(stored), facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  }

  /**
   * Enables a webhook that was disabled. What happens from now on is delivered again. `validation` for a webhook that
   * is not disabled.
   */
  async enable(webhookId: string): Promise<void> {
    const { changes, clock, read, settings } = this.#dependencies
    checkArgument('webhookId', webhookId, settings.limits)
    const [webhook] = await read.webhooks.listDestinations([webhookId])
    const isEnabled =
      webhook !== undefined &&
      (await setDisabled(
        changes,
        clock.now(),
        { licenseId: webhook.licenseId, webhookId, disabledAt: null },
        (tx) => checkConfigurationLimits(tx, webhook.licenseId, settings.limits, 'webhookId'),
      ))
    if (!isEnabled)
      throw invalidField({ path: 'webhookId', rule: 'not_found' }, 'does not match any disabled webhook')
  }

  /**
   * Lists the attempts to deliver of a webhook, the newest first. The last 100 are kept. `validation` for a webhook
   * that does not exist.
   */
  async listAttempts(input: ListAttemptsInput): Promise<Page<DeliveryAttempt>> {
    const { read, settings } = this.#dependencies
    checkInput(listAttempts, input, settings.limits)
    const { webhookId } = input
    if ((await read.webhooks.listDestinations([webhookId])).length === 0) throw unknownWebhook()
    const page = await readPage(input, {
      pageIds: attemptPages,
      keyOf: ({ id }: StoredAttempt) => [id],
      read: async (_, after) => {
        const attempts = await read.webhooks.listAttempts(webhookId, maxAttemptCount)
        return after === undefined ? attempts : attempts.filter(({ id }) => id < after[0])
      },
    })
    return mapPage(page, toDeliveryAttempt)
  }

  /**
   * Lists deliveries that were given up, the newest first. They are kept for the time of the option
   * `webhooks.failedMs`. A page ends early with the delivery whose payload takes the sum of the payloads to 4 MiB.
   */
  async listFailedDeliveries(input: ListFailedDeliveriesInput): Promise<Page<FailedDelivery>> {
    const { read, settings } = this.#dependencies
    checkInput(listFailedDeliveries, input, settings.limits)
    const { licenseId, webhookId = null } = input
    const page = await readPage(input, {
      pageIds: failedPages,
      keyOf: ({ failedAt, id }: StoredFailedDelivery) => [failedAt, id],
      isFull: (found) => bytesOf(found) >= failedPageBytes,
      read: (limit, after) => {
        const before = after === undefined ? null : { failedAt: after[0], id: after[1] }
        return read.outbox.listFailed(licenseId, webhookId, { before, limit, maxBytes: failedPageBytes })
      },
    })
    return mapPage(page, toFailedDelivery)
  }

  /**
   * Sends a delivery that was given up again, with all its attempts. `validation` for a delivery that was not given up.
   */
  async retryDelivery(deliveryId: string): Promise<void> {
    const { changes, clock, steady, settings, deliveries } = this.#dependencies
    checkArgument('deliveryId', deliveryId, settings.limits)
    await changes.commit(systemOrigin, clock.now(), [], async (tx) => {
      const isDue = await tx.outbox.retry(deliveryId, steady.now())
      if (!isDue)
        throw invalidField(
          { path: 'deliveryId', rule: 'not_found' },
          'does not match any delivery that was given up',
        )
      return { response: undefined, facts: [] }
    })
    deliveries.wake()
  }

  /**
   * Deletes a webhook with its attempts. Waiting deliveries are not sent. `validation` for a webhook that does not
   * exist.
   */
  async delete(webhookId: string): Promise<void> {
    const { changes, clock, settings } = this.#dependencies
    checkArgument('webhookId', webhookId, settings.limits)
    const { licenseId } = await this.#require(webhookId)
    await changes.commit(systemOrigin, clock.now(), [], async (tx) => {
      const isThere = await tx.configuration.lock(licenseId)
      const revision = isThere ? await tx.webhooks.remove(licenseId, webhookId) : undefined
      if (revision === undefined) throw unknownWebhook()
      return { response: undefined, facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  }

  async #require(webhookId: string): Promise<StoredWebhook> {
    const webhook = await this.#dependencies.read.webhooks.get(webhookId)
    if (webhook === undefined) throw unknownWebhook()
    return webhook
  }

  #checkDestination({ url, secretKey }: { readonly url?: string; readonly secretKey?: string }): void {
    const { webhookTargets } = this.#dependencies.settings
    if (url !== undefined) checkWebhookUrl(url, webhookTargets, 'input.url')
    if (secretKey !== undefined) checkSecretKey(secretKey, 'input.secretKey')
  }

  /**
   * Returns what the webhook delivers after the change, which is what it delivered before where the input says nothing
   * about it.
   */
  async #changedRule(
    tx: StorageTransaction,
    before: StoredWebhook,
    { action, filters, additionalData }: UpdateWebhookInput,
  ): Promise<WebhookRule> {
    if (action === undefined && filters === undefined && additionalData === undefined) return before
    const present = toWebhook(before)
    const rule = await this.#ruleIn(tx, before.licenseId, {
      action: action ?? present.action,
      filters: filters === undefined ? present.filters : filters,
      additionalData: additionalData ?? present.additionalData,
    })
    checkVersion(rule, before.version)
    return rule
  }

  async #ruleIn(
    tx: StorageTransaction,
    licenseId: number,
    input: Parameters<typeof toWebhookRule>[0],
  ): Promise<WebhookRule> {
    const { configurations, settings } = this.#dependencies
    return toWebhookRule(input, await configurations.readInTransaction(tx, licenseId), settings.limits)
  }
}

/** Rejects an app that is neither public nor of the license, so that its agents cannot use it (decisions §4.2). */
async function requireApp(tx: StorageTransaction, licenseId: number, clientId: string): Promise<void> {
  const app = await tx.apps.get(clientId)
  if (app !== undefined && (app.licenseId === licenseId || app.visibility === 'public')) return
  throw invalid(
    { path: 'input.clientId', rule: 'not_found' },
    'clientId does not match any app of the license',
  )
}

function unknownWebhook(): ParleyError {
  return invalidField({ path: 'webhookId', rule: 'not_found' }, 'does not match any webhook')
}

function bytesOf(found: readonly StoredFailedDelivery[]): number {
  return found.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0)
}
