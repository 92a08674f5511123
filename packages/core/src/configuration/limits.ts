import { jsonBytes } from '../domain/json-bytes.js'
import { invalid, invalidField } from '../errors.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { Webhook } from '../model/webhook.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { webhookView } from '../views/webhooks.js'

type Tx = Pick<StorageReads, 'configuration'>
type Bounds = Pick<Settings['limits'], 'configurationBytes' | 'rulesPerAction'>

/**
 * Checks the total size of a license's configuration, because every node reads all of it after each change. Must be
 * called after the change, in its transaction. Throws a `validation` error when it is too large.
 */
export async function checkConfigurationSize(
  tx: Tx,
  licenseId: number,
  bounds: Bounds,
  path = 'payload',
): Promise<void> {
  const { bytes } = await tx.configuration.getUsage(licenseId)
  if (bytes <= bounds.configurationBytes) return
  throw invalid(
    { path, rule: 'limit_reached', limit: bounds.configurationBytes },
    `a license can have at most ${bounds.configurationBytes} bytes of properties, automatic chat scopes, webhooks and bots in all`,
  )
}

/** Checks the total size, and the maximum number of webhook rules for one action. */
export async function checkConfigurationLimits(
  tx: Tx,
  licenseId: number,
  bounds: Bounds,
  path = 'payload',
): Promise<void> {
  await checkConfigurationSize(tx, licenseId, bounds, path)
  const stored = await tx.configuration.get(licenseId)
  const action = actionOverLimit(stored?.webhooks ?? [], bounds.rulesPerAction)
  if (action === undefined) return
  throw invalid(
    { path, rule: 'limit_reached', limit: bounds.rulesPerAction },
    `a license can have at most ${bounds.rulesPerAction} webhooks for ${action}, those of bots included`,
  )
}

/** Returns an action with more than `max` rules; `undefined` when there is none. */
export function actionOverLimit(
  rules: readonly Pick<ConfiguredRule, 'action'>[],
  max: number,
): ConfiguredRule['action'] | undefined {
  const counts = new Map<ConfiguredRule['action'], number>()
  for (const { action } of rules) counts.set(action, (counts.get(action) ?? 0) + 1)
  return [...counts].find(([, count]) => count > max)?.[0]
}

/**
 * Checks that an app and its license may have one more webhook. The transaction has to lock the configuration first, so
 * that no other transaction adds one meanwhile.
 */
export async function checkWebhookCount(
  tx: Pick<StorageReads, 'webhooks'>,
  { licenseId, clientId }: Pick<Webhook, 'licenseId' | 'clientId'>,
  { webhooksPerApp, webhooksPerLicense }: Pick<Settings['limits'], 'webhooksPerApp' | 'webhooksPerLicense'>,
  path = 'payload',
): Promise<void> {
  if ((await tx.webhooks.count(licenseId, clientId, webhooksPerApp)) >= webhooksPerApp) {
    throw invalid(
      { path, rule: 'limit_reached', limit: webhooksPerApp },
      `an application can have at most ${webhooksPerApp} webhooks`,
    )
  }
  if ((await tx.webhooks.count(licenseId, null, webhooksPerLicense)) >= webhooksPerLicense) {
    throw invalid(
      { path, rule: 'limit_reached', limit: webhooksPerLicense },
      `a license can have at most ${webhooksPerLicense} webhooks`,
    )
  }
}

/** Checks the size of a webhook whose secret key is unencrypted; `path` names the input in the error. */
export function checkWebhookSize(
  webhook: Webhook,
  { webhookBytes }: Pick<Settings['limits'], 'webhookBytes'>,
  path: string,
): void {
  if (jsonBytes(webhookView(webhook)) <= webhookBytes) return
  throw invalidField(
    { path, rule: 'too_large', limit: webhookBytes },
    `would make a webhook larger than ${webhookBytes} bytes as JSON`,
  )
}
