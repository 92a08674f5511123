import { textAt } from '../../../test/support/json.js'
import type { Stage } from '../stage.js'
import type { Cast } from './cast.js'

/** Has the customer and the agent read the conversation. */
export async function look(stage: Stage, { casey, ada }: Cast, chatId: string): Promise<void> {
  await stage.call(casey, 'get_chats_summary', { limit: 10 })
  await stage.call(casey, 'get_chats_summary', { offset: 0, limit: 10 }, 'v0.4')
  const summary = await stage.call(casey, 'get_chat_threads_summary', { chat_id: chatId })
  await stage.call(casey, 'get_chat_threads_summary', { chat_id: chatId, limit: 25 }, 'v0.4')
  const threadId = textAt(summary, 'threads_summary.0.id')
  await stage.call(casey, 'get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
  await stage.call(ada, 'get_filtered_chats', { filters: { include_active: true } })
  await stage.call(ada, 'get_filtered_chats', { filters: { include_active: true } }, 'v0.3')
  await stage.call(ada, 'get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
  const filters = { query: 'green boots', date_from: '2026-01-01' }
  await stage.call(ada, 'get_archives', { filters, pagination: { page: 1, limit: 1 } })
  await stage.call(ada, 'get_archives', { filters, pagination: { page: 1, limit: 1 } }, 'v0.3')
}
