const THREADS_PER_PAGE = 10

/** The last threads of a chat, its users and groups, and the ids of its earlier threads, the oldest first. */
export async function loadChat(rtm, chatId) {
  const earlierThreadIds = await threadIdsOf(rtm, chatId)
  const { users, scopes, threads } = await loadLastThreads(rtm, chatId, earlierThreadIds)
  return { users, groups: scopes.groups ?? [], threads, earlierThreadIds }
}

/** Takes the last ones off `threadIds`; puts them back when they cannot be loaded. */
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

/** All of them, the oldest first: an answer tells the newest 1,000, and where the next ones begin. */
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
