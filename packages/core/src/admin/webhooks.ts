import { type Static, Type } from 'typebox'
import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { checkConfigurationLimits } from '../configuration/limits.js'
import { boundedString } from '../contract/limits.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid } from '../errors.js'
import type { FailedDelivery } from '../model/delivery.js'
import type { DeliveryAttempt, Webhook } from '../model/webhook.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { Deliveries } from '../webhooks/deliveries.js'
import { setDisabled } from '../webhooks/set-disabled.js'
import { checkOptions } from './check-options.js'
import { licenseId } from './options.js'
import { type Page, type PageOptions, readPage } from './pages.js'

const closed = { additionalProperties: false } as const
const id = boundedString('idLength', 1)

const webhookList = Type.Object({ licenseId, clientId: Type.Optional(id) }, closed)
const failedList = Type.Object({ licenseId, webhookId: Type.Optional(id) }, closed)
const webhookName = Type.Object({ licenseId, webhookId: id }, closed)
const maxAttemptCount = 100
const attemptList = Type.Object(
  { licenseId, webhookId: id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxAttemptCount })) },
  closed,
)
/** Payloads of one page of deliveries that were given up. */
const failedPageBytes = 4 * 1_048_576
const deliveryName = Type.Object({ licenseId, deliveryId: id }, closed)

export const webhookSchemas = { webhookList, failedList, webhookName, attemptList, deliveryName } as const

export type WebhookListOptions = Readonly<Static<typeof webhookList>> & PageOptions
export type FailedListOptions = Readonly<Static<typeof failedList>> & PageOptions
export type WebhookName = Readonly<Static<typeof webhookName>>
export type AttemptListOptions = Readonly<Static<typeof attemptList>>
export type DeliveryName = Readonly<Static<typeof deliveryName>>

/** A webhook as the host sees it: without its secret key. */
export type ShownWebhook = Omit<Webhook, 'secretKey'>

export interface WebhookAdminDependencies {
  readonly read: Pick<StorageReads, 'webhooks' | 'outbox'>
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly settings: Pick<Settings, 'limits'>
  readonly deliveries: Pick<Deliveries, 'wake'>
}

const webhookPages = pageIds('webhooks', ['text'])
const failedPages = pageIds('failed deliveries', ['integer', 'text'])

/** What becomes of deliveries (decisions §11). `webhookId`: of a webhook, or of a bot, whose webhooks have its id. */
export class WebhookAdmin {
  readonly #dependencies: WebhookAdminDependencies

  constructor(dependencies: WebhookAdminDependencies) {
    this.#dependencies = dependencies
  }

  /** Lists registered webhooks by ascending id, those of one app where `clientId` is given. Webhooks of bots are not among them. */
  async list({ pageId, limit, ...options }: WebhookListOptions): Promise<Page<ShownWebhook>> {
    const { read, settings } = this.#dependencies
    checkOptions(webhookList, options, settings.limits)
    const { licenseId, clientId = null } = options
    const { items, nextPageId } = await readPage(pageOf({ pageId, limit }), settings.limits, {
      pageIds: webhookPages,
      keyOf: ({ id }: Webhook) => [id],
      read: (count, after) => read.webhooks.list(licenseId, clientId, count, after?.[0]),
    })
    return { items: items.map(({ secretKey, ...shown }) => shown), nextPageId }
  }

  /**
   * Lists deliveries that were given up, the newest first. They are kept for the time of the option `webhooks.failedMs`. A page ends
   * with the delivery by which their payloads come to 4 MiB.
   */
  async failed({ pageId, limit, ...options }: FailedListOptions): Promise<Page<FailedDelivery>> {
    const { read, settings } = this.#dependencies
    checkOptions(failedList, options, settings.limits)
    const { licenseId, webhookId = null } = options
    return readPage(pageOf({ pageId, limit }), settings.limits, {
      pageIds: failedPages,
      keyOf: ({ failedAt, id }) => [failedAt, id],
      isFull: (found) => bytesOf(found) >= failedPageBytes,
      read: (count, after) => {
        const before = after === undefined ? null : { failedAt: after[0], id: after[1] }
        return read.outbox.listFailed(licenseId, webhookId, {
          before,
          limit: count,
          maxBytes: failedPageBytes,
        })
      },
    })
  }

  /** Lists attempts to deliver, the newest first; at most 100 are kept. `validation` where the license has no such webhook. */
  async attempts(options: AttemptListOptions): Promise<readonly DeliveryAttempt[]> {
    const { read, settings } = this.#dependencies
    checkOptions(attemptList, options, settings.limits)
    const { licenseId, webhookId, limit = maxAttemptCount } = options
    const [webhook] = await read.webhooks.listDestinations([webhookId])
    if (webhook?.licenseId !== licenseId) throw invalid('options.webhookId names no webhook of the license')
    return read.webhooks.listAttempts(webhookId, limit)
  }

  /** Sends a delivery that was given up again, with all its attempts. `validation` where the license has none with that id. */
  async retry(options: DeliveryName): Promise<void> {
    const { changes, clock, steady, settings, deliveries } = this.#dependencies
    checkOptions(deliveryName, options, settings.limits)
    const { licenseId, deliveryId } = options
    await changes.commit(systemOrigin, clock.now(), [], async (tx) => {
      const isDue = await tx.outbox.retry(licenseId, deliveryId, steady.now())
      if (!isDue) throw invalid('options.deliveryId names no delivery of the license that was given up')
      return { response: undefined, facts: [] }
    })
    deliveries.wake()
  }

  /** Enables a webhook whose destination was gone (410): what happens from now on is sent again. `validation` for any other webhook. */
  async enable(options: WebhookName): Promise<void> {
    const { changes, clock, settings } = this.#dependencies
    checkOptions(webhookName, options, settings.limits)
    const enabled = { ...options, disabledAt: null }
    const isEnabled = await setDisabled(changes, clock.now(), enabled, (tx) =>
      checkConfigurationLimits(tx, options.licenseId, settings.limits),
    )
    if (!isEnabled) throw invalid('options.webhookId names no disabled webhook of the license')
  }
}

function bytesOf(found: readonly FailedDelivery[]): number {
  return found.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0)
}

function pageOf({
  pageId,
  limit,
}: { readonly [Name in keyof PageOptions]: PageOptions[Name] | undefined }): PageOptions {
  return { ...(pageId !== undefined && { pageId }), ...(limit !== undefined && { limit }) }
}
