const THREADS_PER_PAGE = 10

/**
 * Resolves with the last threads of a chat, its users and groups, and the ids of its earlier threads, the oldest first.
 */
export async function loadChat(rtm, chatId) {
  const earlierThreadIds = await threadIdsOf(rtm, chatId)
  const { users, scopes, threads } = await loadLastThreads(rtm, chatId, earlierThreadIds)
  return { users, groups: scopes.groups ?? [], threads, earlierThreadIds }
}

/** Loads the threads of the last ids in `threadIds` and removes these ids; when loading fails, they are put back. */
export async function loadLastThreads(rtm, chatId, threadIds) {
  const lastIds = threadIds.splice(-THREADS_PER_PAGE)
  try {
    const { chat } = await rtm.request('get_chat_threads', { chat_id: chatId, thread_ids: lastIds })
    return chat
  } catch (error) {
    threadIds.push(...lastIds)
    throw error
  }
}

/**
 * Resolves with all thread ids, the oldest first. A response contains up to 1,000 of the newest, and the id of the next
 * page.
 */
async function threadIdsOf(rtm, chatId) {
  const summaries = []
  let page = {}
  do {
    const answer = await rtm.request('get_chat_threads', { chat_id: chatId, ...page })
    summaries.push(...answer.chat.threads_summary)
    page = answer.next_page_id && { page_id: answer.next_page_id }
  } while (page !== undefined)
  return summaries.sort((a, b) => a.order - b.order).map((thread) => thread.thread_id)
}
