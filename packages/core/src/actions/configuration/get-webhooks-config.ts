import { getWebhooksConfig as contract } from '../../contract/actions/configuration/index.js'
import { handle } from '../../dispatch/handle.js'
import { holdsAny } from '../../domain/access.js'
import { webhooksConfigView } from '../../views/webhooks.js'
import { callingApp, isOwn } from './calling-app.js'

export const getWebhooksConfig = handle(contract, async (context) => {
  const { principal, read, settings, version } = context
  const { webhooksPerLicense, webhookBytes } = settings.limits
  const owner = holdsAny(principal, ['webhooks--all:read']) ? null : callingApp(context)
  const count = await read.webhooks.count(principal.licenseId, owner, webhooksPerLicense)
  await context.reserveResponse(count * webhookBytes)
  const webhooks = await read.webhooks.list(principal.licenseId, owner, webhooksPerLicense)
  const shown = webhooks.map((webhook) => {
    const { id, clientId, secretKey } = webhook
    return {
      ...webhook,
      secretKey: isOwn(principal, clientId) ? context.secretKeys.open(secretKey, id) : null,
    }
  })
  return webhooksConfigView(shown, version)
})
