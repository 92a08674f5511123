import { sendTypingIndicator as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { toChat } from '../../domain/push.js'
import { requireChat } from '../shared/access.js'

export const sendTypingIndicator = handle(contract, async (context, request) => {
  const { chat_id, recipients = 'all', is_typing } = request
  const head = requireChat(context, await context.head(chat_id))
  const authorId = context.principal.id
  const body = {
    name: 'incoming_typing_indicator',
    chatId: chat_id,
    authorId,
    at: context.now,
    recipients,
    isTyping: is_typing,
  } as const
  return context.announce([toChat(head, body, { exceptUserId: authorId })], {})
})
