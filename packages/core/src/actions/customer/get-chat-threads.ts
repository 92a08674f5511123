import { getChatThreads as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { customerChatWithThreadsView } from '../../views/chat.js'
import { requireChat, unknownChat } from '../conversation/access.js'
import { requireThreads } from '../conversation/require-threads.js'

export const getChatThreads = handle(contract, async (context, { chat_id, thread_ids }) => {
  const chat = await context.read.chats.get(chat_id)
  if (chat === undefined) throw unknownChat()
  requireChat(context, chat.head)
  const threads = await requireThreads(context, chat_id, thread_ids)
  return { chat: customerChatWithThreadsView(chat, threads, context.viewer) }
})
