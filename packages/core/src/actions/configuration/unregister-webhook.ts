import { unregisterWebhook as contract } from '../../contract/actions/configuration/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { holdsAny } from '../../domain/access.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { Webhook } from '../../model/webhook.js'
import { callingApp } from './calling-app.js'

export const unregisterWebhook = handle(contract, (context, { webhook_id: id }) => {
  const { licenseId } = context.principal
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
    checkOwner(context, await tx.webhooks.get(id))
    const revision = await tx.webhooks.remove(licenseId, id)
    if (revision === undefined) throw unknown()
    return { response: {}, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
})

/** Checks that the caller may remove the webhook. A webhook of another license counts as unknown (decisions §15.14). */
function checkOwner(context: ActionContext<'configuration'>, webhook: Webhook | undefined): void {
  const { principal } = context
  if (webhook === undefined || webhook.licenseId !== principal.licenseId) throw unknown()
  if (holdsAny(principal, ['webhooks--all:write']) || webhook.clientId === callingApp(context)) return
  throw new ParleyError('authorization', { detail: 'the webhook belongs to another application' })
}

function unknown(): ParleyError {
  return invalidField({ path: 'payload.webhook_id', rule: 'not_found' }, 'does not match any webhook')
}
