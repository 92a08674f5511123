import {
  getChatThreadsSummary as contract,
  getChatThreadsSummaryWithoutPages as contractWithoutPages,
} from '../../contract/actions/customer/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { pageIds } from '../../domain/page-ids.js'
import { customerThreadSummaryView } from '../../views/chat.js'
import { requireChat } from '../shared/access.js'

const pages = pageIds('customer threads', ['integer'])

/** Lists thread summaries. A `next_page_id` is returned only when the request uses paging. */
export const getChatThreadsSummary = handle(contract, async (context, { page_id, ...page }) => {
  const [before] = page_id ? pages.decode(page_id, 'payload.page_id') : [null]
  const response = await threadsSummary(context, { ...page, before })
  const last = response.threads_summary.at(-1)
  // Orders count from 1 without gaps.
  const hasPageId = page_id !== undefined && last !== undefined && last.order > 1
  return { ...response, ...(hasPageId && { next_page_id: pages.encode([last.order]) }) }
})

export const getChatThreadsSummaryWithoutPages = handle(contractWithoutPages, threadsSummary)

interface ThreadPage {
  readonly chat_id: string
  readonly offset?: number
  readonly limit?: number
  readonly before?: number | null
}

async function threadsSummary(
  context: ActionContext<'customer'>,
  { chat_id, offset = 0, limit = 25, before = null }: ThreadPage,
) {
  requireChat(context, await context.read.chats.getHead(chat_id))
  const page = { before, offset, limit }
  const { threads, total } = await context.read.chats.listThreadSummaries(chat_id, page)
  const threads_summary = threads.map((thread) => customerThreadSummaryView(thread, context.viewer))
  return { threads_summary, total_threads: total }
}
