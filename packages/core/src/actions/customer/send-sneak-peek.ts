import { sendSneakPeek as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { factChat } from '../../facts/fact.js'
import { requireChat } from '../shared/access.js'

export const sendSneakPeek = handle(contract, (context, { chat_id, sneak_peek_text: text }) =>
  context.announce(chat_id, (head) => {
    const chat = factChat(requireChat(context, head))
    const authorId = context.principal.id
    return { response: {}, facts: [{ name: 'incoming_sneak_peek', chat, authorId, at: context.now, text }] }
  }),
)
