import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { factChat } from '../facts/fact.js'
import { requireChat } from './access.js'

export const sendTypingIndicator = handle(agentContract.sendTypingIndicator, (context, request) =>
  context.announce(request.chat_id, (head) => {
    const chat = factChat(requireChat(context, head))
    const { recipients = 'all', is_typing: isTyping } = request
    const typing = { authorId: context.principal.id, at: context.now, recipients, isTyping }
    return { response: {}, facts: [{ name: 'incoming_typing_indicator', chat, ...typing }] }
  }),
)

export const sendSneakPeek = handle(
  customerContract.sendSneakPeek,
  (context, { chat_id, sneak_peek_text: text }) =>
    context.announce(chat_id, (head) => {
      const chat = factChat(requireChat(context, head))
      const authorId = context.principal.id
      return { response: {}, facts: [{ name: 'incoming_sneak_peek', chat, authorId, at: context.now, text }] }
    }),
)
