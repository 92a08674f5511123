import { getChatThreadsSummary as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { requireChat } from '../conversation/access.js'

export const getChatThreadsSummary = handle(
  contract,
  async (context, { chat_id, offset = 0, limit = 25 }) => {
    requireChat(context, await context.read.chats.head(chat_id))
    const { threads, total } = await context.read.chats.listThreadSummaries(chat_id, { offset, limit })
    const threads_summary = threads.map(({ id, order, eventCount, agentsOnlyEventCount }) => ({
      id,
      order,
      total_events: eventCount - agentsOnlyEventCount,
    }))
    return { threads_summary, total_threads: total }
  },
)
