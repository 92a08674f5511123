import { getChatThreads as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { customerChatView, customerThreadView } from '../../views/chat.js'
import { requireChat, unknownChat } from '../shared/access.js'
import { readThreads } from '../shared/read-threads.js'
import { readQueue } from './queue.js'

export const getChatThreads = handle(contract, async (context, { chat_id, thread_ids }) => {
  const { chats } = context.read
  const [chat, measured] = await Promise.all([chats.get(chat_id), chats.measureThreads(chat_id, thread_ids)])
  if (chat === undefined) throw unknownChat()
  requireChat(context, chat.head)
  const queue = await readQueue(context, chat.head, context.read.routing)
  const shown = { ...customerChatView(chat, context.viewer), ...queue }
  const requested = { chatId: chat_id, threadIds: thread_ids, measured, rest: shown }
  const threads = await readThreads(context, requested, (thread) =>
    customerThreadView(thread, context.viewer),
  )
  return { chat: { ...shown, threads } }
})
