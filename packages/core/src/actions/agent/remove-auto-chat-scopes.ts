import { removeAutoChatScopes as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { invalidField } from '../../errors.js'

export const removeAutoChatScopes = handle(contract, (context, { auto_chat_scopes_id: id }) => {
  const { licenseId } = context.principal
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    await tx.configuration.lock(licenseId)
    const revision = await tx.configuration.removeAutoChatScopes(licenseId, id)
    if (revision === undefined)
      throw invalidField(
        { path: 'payload.auto_chat_scopes_id', rule: 'not_found' },
        'does not match any automatic chat scopes',
      )
    return { response: {}, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
})
