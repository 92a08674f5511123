import { checkConfigurationLimits, checkWebhookCount, checkWebhookSize } from '../../configuration/limits.js'
import { registerWebhook as contract } from '../../contract/actions/configuration/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { checkSecretKey, checkWebhookUrl } from '../../domain/webhooks.js'
import { ParleyError } from '../../errors.js'
import type { Webhook } from '../../model/webhook.js'
import { callingApp, requireApp } from './calling-app.js'
import { toRule } from './webhook-rules.js'

export const registerWebhook = handle(contract, (context, request) => {
  const webhook = newWebhook(context, request)
  const { licenseId, clientId, id } = webhook
  const stored = { ...webhook, secretKey: context.secretKeys.seal(webhook.secretKey, id) }
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    await requireApp(tx, clientId)
    if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
    await checkWebhookCount(tx, webhook, context.settings.limits)
    const revision = await tx.webhooks.insert(stored)
    await checkConfigurationLimits(tx, licenseId, context.settings.limits)
    return { response: { webhook_id: id }, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
})

/** Returns the new webhook, with its secret key unencrypted. */
function newWebhook(
  context: ActionContext<'configuration'>,
  { url, secret_key: secretKey, description, ...requested }: RequestOf<typeof contract>,
): Webhook {
  const { settings, principal, version, now: createdAt } = context
  checkWebhookUrl(url, settings.webhookTargets, 'payload.url')
  checkSecretKey(secretKey, 'payload.secret_key')
  const webhook = {
    ...toRule(context, requested, 'payload'),
    ...{ id: context.newId(), licenseId: principal.licenseId, clientId: callingApp(context) },
    ...{ version, url, description: description ?? null, secretKey, createdAt, disabledAt: null },
  }
  checkWebhookSize(webhook, settings.limits, 'payload')
  return webhook
}
