import { sendTypingIndicator as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { factChat } from '../../facts/fact.js'
import { requireChat } from '../shared/access.js'

export const sendTypingIndicator = handle(contract, (context, request) =>
  context.announce(request.chat_id, (head) => {
    const chat = factChat(requireChat(context, head))
    const { recipients = 'all', is_typing: isTyping } = request
    const typing = { authorId: context.principal.id, at: context.now, recipients, isTyping }
    return { response: {}, facts: [{ name: 'incoming_typing_indicator', chat, ...typing }] }
  }),
)
