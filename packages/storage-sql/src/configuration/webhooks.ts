import type { DeliveryAttempt, Webhook, WebhookDestination, WebhookWrites } from '@parley/core/storage'
import { integer, text } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { encodeRows } from '../sql/insert-rows.js'
import type { SqlConfiguration } from './configuration.js'
import {
  type attemptColumns,
  decodeAttempt,
  decodeDestination,
  decodeWebhook,
  encodeAttempt,
  encodeRule,
  encodeWebhook,
  getSeal,
} from './webhook-rows.js'
import type { webhookStatements } from './webhook-statements.js'

export class SqlWebhooks implements WebhookWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof webhookStatements>
  readonly #configuration: SqlConfiguration

  constructor(
    db: SqlExecutor,
    statements: ReturnType<typeof webhookStatements>,
    configuration: SqlConfiguration,
  ) {
    this.#db = db
    this.#statements = statements
    this.#configuration = configuration
  }

  async get(id: string): Promise<Webhook | undefined> {
    const row = await first(this.#db, this.#statements.get, { id })
    return row && decodeWebhook(row)
  }

  async list(
    licenseId: number,
    clientId: string | null,
    limit: number,
    after = '',
  ): Promise<readonly Webhook[]> {
    const params = { license_id: licenseId, client_id: clientId, after, limit }
    return (await this.#db.all(this.#statements.list, params)).map(decodeWebhook)
  }

  async count(licenseId: number, clientId: string | null, max: number): Promise<number> {
    const params = { license_id: licenseId, client_id: clientId, after: '', limit: max }
    const row = await first(this.#db, this.#statements.count, params)
    return row === undefined ? 0 : integer(row, 'webhook_count')
  }

  async listDestinations(ids: readonly string[]): Promise<readonly WebhookDestination[]> {
    return (await this.#db.all(this.#statements.listDestinations, { ids })).map(decodeDestination)
  }

  async listAttempts(webhookId: string, limit: number): Promise<readonly DeliveryAttempt[]> {
    const params = { webhook_id: webhookId, limit }
    return (await this.#db.all(this.#statements.listAttempts, params)).map(decodeAttempt)
  }

  async listSealPrefixes(): Promise<readonly string[]> {
    return (await this.#db.all(this.#statements.listSeals, {})).map((row) => text(row, 'seal'))
  }

  async listWithoutSealPrefix(
    prefix: string,
    limit: number,
  ): Promise<readonly Pick<WebhookDestination, 'id' | 'secretKey'>[]> {
    const rows = await this.#db.all(this.#statements.listWithoutSealPrefix, { prefix, limit })
    return rows.map((row) => ({ id: text(row, 'id'), secretKey: text(row, 'secret_key') }))
  }

  async insert(webhook: Webhook): Promise<number> {
    await this.#db.run(this.#statements.insert, encodeWebhook(webhook))
    return await this.#configuration.advance(webhook.licenseId)
  }

  async update(webhook: Webhook): Promise<number | undefined> {
    const { id, licenseId: license_id, url, description, secretKey: secret_key } = webhook
    const encoded = { rule: encodeRule(webhook), seal: getSeal(secret_key) }
    const params = { id, license_id, url, description, secret_key, ...encoded }
    const count = await this.#db.run(this.#statements.update, params)
    return count === 0 ? undefined : await this.#configuration.advance(webhook.licenseId)
  }

  async remove(licenseId: number, id: string): Promise<number | undefined> {
    const count = await this.#db.run(this.#statements.remove, { license_id: licenseId, id })
    if (count === 0) return undefined
    await this.#db.run(this.#statements.removeAttempts, { webhook_id: id })
    return await this.#configuration.advance(licenseId)
  }

  async setDisabledAt(licenseId: number, id: string, disabledAt: number | null): Promise<number | undefined> {
    const params = { license_id: licenseId, id, disabled_at: disabledAt }
    const { disable, disableBot } = this.#statements
    const count = (await this.#db.run(disable, params)) || (await this.#db.run(disableBot, params))
    return count === 0 ? undefined : await this.#configuration.advance(licenseId)
  }

  async addAttempts(attempts: readonly DeliveryAttempt[], maxCount: number): Promise<void> {
    if (attempts.length === 0) return
    const rows = attempts.map(encodeAttempt)
    await this.#db.run(this.#statements.addAttempts, encodeRows<typeof attemptColumns>(rows))
    const ids = [...new Set(rows.map(({ webhook_id }) => webhook_id))]
    const webhooks = JSON.stringify(ids.map((webhook_id) => ({ webhook_id })))
    await this.#db.run(this.#statements.removeOldAttempts, { webhooks, kept: maxCount })
  }

  async replaceSecretKey(id: string, former: string, secretKey: string): Promise<boolean> {
    const params = { id, former, secret_key: secretKey, seal: getSeal(secretKey) }
    const { replace, replaceOfBot } = this.#statements
    const count = (await this.#db.run(replace, params)) || (await this.#db.run(replaceOfBot, params))
    return count > 0
  }
}
