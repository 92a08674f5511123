import { sendSneakPeek as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { toChat } from '../../domain/push.js'
import { requireChat } from '../shared/access.js'

export const sendSneakPeek = handle(contract, async (context, { chat_id, sneak_peek_text }) => {
  const head = requireChat(context, await context.head(chat_id))
  const authorId = context.principal.id
  const body = {
    name: 'incoming_sneak_peek',
    chatId: chat_id,
    authorId,
    at: context.now,
    text: sneak_peek_text,
  } as const
  return context.announce([toChat(head, body, { exceptUserId: authorId })], {})
})
