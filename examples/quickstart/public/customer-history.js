import { Conversation } from './conversation.js'

const THREADS_PER_PAGE = 10
/** Maximum number of latest threads that the page offers. */
const MOST_THREADS = 100

/**
 * Resolves with the customer's newest chat and its last threads (`undefined` when there is none), its queue position
 * while it waits, and the ids of earlier threads.
 */
export async function loadNewestChat(rtm) {
  const { chats_summary } = await rtm.request('get_chats_summary', { limit: 1 })
  if (chats_summary.length === 0) return { conversation: undefined, earlierThreadIds: [] }
  const conversation = new Conversation(chats_summary[0].id)
  const { threads_summary } = await rtm.request('get_chat_threads_summary', {
    chat_id: conversation.id,
    limit: MOST_THREADS,
  })
  const earlierThreadIds = threads_summary.sort((a, b) => a.order - b.order).map((thread) => thread.id)
  const queue = await loadLastThreads(rtm, conversation, earlierThreadIds)
  return { conversation, queue, earlierThreadIds }
}

/**
 * Loads the threads of the last ids in `threadIds` and removes these ids; when loading fails, they are put back.
 * Resolves with the chat's `queue`.
 */
export async function loadLastThreads(rtm, conversation, threadIds) {
  const lastIds = threadIds.splice(-THREADS_PER_PAGE)
  try {
    const payload = { chat_id: conversation.id, thread_ids: lastIds }
    const { chat } = await rtm.request('get_chat_threads', payload)
    conversation.putUsers(chat.users)
    for (const thread of chat.threads) conversation.putThread(thread)
    return chat.queue
  } catch (error) {
    threadIds.push(...lastIds)
    throw error
  }
}
