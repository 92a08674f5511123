import { checkConfigurationLimits } from '../configuration/limits.js'
import type * as configurationContract from '../contract/configuration-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { jsonBytes } from '../domain/json-bytes.js'
import { checkSecretKey, checkWebhookUrl } from '../domain/webhooks.js'
import { invalidField } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { BotWebhooks } from '../model/bot.js'
import type { StorageTransaction } from '../ports/storage.js'
import { botWebhooksView } from '../views/bots.js'
import { toRule } from './webhooks.js'

/** The request of the newest version. Older versions have fewer fields. */
type Requested = NonNullable<RequestOf<typeof configurationContract.updateBotAgent, 'v0.5'>['webhooks']>

/** Returns the requested webhooks of a bot, after checking each filter against the license's configuration. */
export function toBotWebhooks(
  context: ActionContext<'configuration'>,
  requested: Requested,
  botId: string,
): BotWebhooks {
  const { version, settings } = context
  const { url, secret_key: secretKey } = requested
  checkWebhookUrl(url, settings.webhookTargets, 'payload.webhooks.url')
  checkSecretKey(secretKey, 'payload.webhooks.secret_key')
  const actions = requested.actions.map(({ name: action, ...rule }, index) => {
    return toRule(context, { action, ...rule }, `payload.webhooks.actions[${index}]`)
  })
  const webhooks = { version, url, secretKey, actions }
  const { botWebhooksBytes } = settings.limits
  if (jsonBytes(botWebhooksView(webhooks)) > botWebhooksBytes)
    throw invalidField(
      { path: 'payload.webhooks', rule: 'too_large', limit: botWebhooksBytes },
      `is larger than ${botWebhooksBytes} bytes as JSON`,
    )
  return { ...webhooks, secretKey: context.secretKeys.seal(secretKey, botId) }
}

/** Returns the fact that the webhooks have changed. The license must be locked and the webhooks stored. */
export async function webhooksChanged(
  { principal, settings }: ActionContext<'configuration'>,
  tx: StorageTransaction,
): Promise<Fact> {
  const { licenseId } = principal
  await checkConfigurationLimits(tx, licenseId, settings.limits)
  const revision = await tx.configuration.advance(licenseId)
  return { name: 'configuration_updated', licenseId, revision }
}
