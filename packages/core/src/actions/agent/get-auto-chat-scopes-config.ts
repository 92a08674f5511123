import { getAutoChatScopesConfig as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { autoChatScopesView } from '../../views/auto-chat-scopes.js'

export const getAutoChatScopesConfig = handle(contract, async (context) => {
  const { autoChatScopes, settings } = context
  await context.reserveResponse(autoChatScopes.length * settings.limits.autoChatScopesBytes)
  return { auto_chat_scopes_config: autoChatScopes.map(({ configured }) => autoChatScopesView(configured)) }
})
