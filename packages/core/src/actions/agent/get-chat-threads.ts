import { getChatThreads as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { pageIds } from '../../domain/page-ids.js'
import { agentChatView, agentThreadView, threadsSummaryView } from '../../views/chat.js'
import { requireChat, unknownChat } from '../shared/access.js'
import { readThreads } from '../shared/read-threads.js'

/** Maximum number of entries of `threads_summary` per page (decisions §16.19). */
const threadsPerPage = 1_000
/** Page ids of a chat's threads, which are sorted by order, newest first. */
const threadPages = pageIds('threads', ['integer'])

export const getChatThreads = handle(contract, async (context, { chat_id, thread_ids, page_id }) => {
  const { chats } = context.read
  const [before] = page_id === undefined ? [null] : threadPages.decode(page_id, 'payload.page_id')
  const [chat, measured, orders] = await Promise.all([
    chats.get(chat_id),
    thread_ids && chats.measureThreads(chat_id, thread_ids),
    // One extra thread shows whether there is another page.
    chats.listThreadOrders(chat_id, { before, limit: threadsPerPage + 1 }),
  ])
  if (chat === undefined) throw unknownChat()
  requireChat(context, chat.head)
  const page = orders.slice(0, threadsPerPage)
  const last = orders.length > threadsPerPage ? page.at(-1) : undefined
  const response = {
    chat: { ...agentChatView(chat, context.viewer), threads_summary: threadsSummaryView(page) },
    ...(last && { next_page_id: threadPages.encode([last.order]) }),
  }
  if (thread_ids === undefined || measured === undefined) return response
  const requested = { chatId: chat_id, threadIds: thread_ids, measured, rest: response }
  const threads = await readThreads(context, requested, (thread) => agentThreadView(thread, context.viewer))
  return { ...response, chat: { ...response.chat, threads } }
})
