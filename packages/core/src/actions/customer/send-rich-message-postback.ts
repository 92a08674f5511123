import { answerRichMessage } from '../../chats/answer-rich-message.js'
import { sendRichMessagePostback as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { invalidField } from '../../errors.js'
import { requireChat } from '../shared/access.js'
import { requireActiveThread } from '../shared/require-active-thread.js'

/** Presses a button of a rich message (decisions §6.20). */
export const sendRichMessagePostback = handle(contract, async (context, request) => {
  const { chat_id: chatId, thread_id: threadId, event_id: eventId } = request
  const { id, toggled: isToggled } = request.postback
  const postback = { userId: context.principal.id, id, isToggled }
  context.takeRate('postbacks')
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    requireActiveThread(before, threadId)
    const outcome = await answerRichMessage(change, before, { eventId, postback })
    if (outcome === 'unknown_event')
      throw invalidField(
        { path: 'payload.event_id', rule: 'not_found' },
        'does not match any rich message of the thread',
      )
    if (outcome === 'unknown_postback')
      throw invalidField(
        { path: 'payload.postback.id', rule: 'not_found' },
        'does not match any button of the event',
      )
    return { response: {}, ...outcome }
  })
})
