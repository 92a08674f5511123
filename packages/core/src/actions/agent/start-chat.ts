import {
  startChat as contract,
  startChatWithScopes as contractWithScopes,
} from '../../contract/actions/agent/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { normalizeAgentIds } from '../../domain/agents.js'
import type { ChatScopes } from '../../model/chat.js'
import { agentChatWithThreadView } from '../../views/chat.js'
import { type RequestedChat, startChat as startIn, toNewChat, withAutoScopes } from '../shared/start-chat.js'

export const startChat = handle(contract, (context, { chat = {} }) =>
  start(context, chat, { groups: [], agents: [] }),
)

export const startChatWithScopes = handle(contractWithScopes, (context, { chat = {} }) => {
  const { groups, agents } = chat.thread?.scopes ?? {}
  return start(context, chat, { groups: [...new Set(groups)], agents: normalizeAgentIds(agents ?? []) })
})

async function start(context: ActionContext<'agent'>, chat: RequestedChat, scopes: ChatScopes) {
  const newChat = await withAutoScopes(context, await toNewChat(context, chat, scopes))
  return context.commit([newChat.id], (change) =>
    startIn(change, newChat, (stored, thread) => {
      return { chat: agentChatWithThreadView(stored, thread, context.viewer) }
    }),
  )
}
