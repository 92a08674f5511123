import { getChatThreads as contract } from '../../contract/actions/agent.js'
import { handle } from '../../dispatch/handle.js'
import { agentChatWithThreadsView } from '../../views/chat.js'
import { requireChat, unknownChat } from '../conversation/access.js'
import { requireThreads } from '../conversation/require-threads.js'

export const getChatThreads = handle(contract, async (context, { chat_id, thread_ids }) => {
  const chat = await context.read.chats.get(chat_id)
  if (chat === undefined) throw unknownChat()
  requireChat(context, chat.head)
  const threads = thread_ids && (await requireThreads(context, chat_id, thread_ids))
  const orders = await context.read.chats.listThreadOrders(chat_id)
  return { chat: agentChatWithThreadsView(chat, threads, orders, context.viewer) }
})
