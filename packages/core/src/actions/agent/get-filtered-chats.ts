import {
  getFilteredChats as contract,
  getFilteredChatsWithoutPages as contractWithoutPages,
} from '../../contract/actions/agent/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { readReach } from '../../domain/access.js'
import { pageIds } from '../../domain/page-ids.js'
import type { ChatPosition, ChatSummary, ChatsPiece, ListedChats } from '../../ports/stores/chats.js'
import { agentChatSummaryV03View, agentChatSummaryView } from '../../views/chat-summary.js'
import { listChats } from '../shared/list-chats.js'

const pages = pageIds('agent chats', ['integer', 'text'])

/** Who asks for pages is told where the next one begins; who does not, only where bytes have cut the list. */
export const getFilteredChats = handle(contract, (context, { filters = {}, page_id, limit }) => {
  const after = page_id ? positionOf(page_id) : null
  const asksForPages = page_id !== undefined || limit !== undefined
  return chatsSummary(context, { includeActive: filters.include_active, after, limit, asksForPages })
})

export const getFilteredChatsWithoutPages = handle(contractWithoutPages, (context, { filters = {} }) =>
  chatsSummaryV03(context, { includeActive: filters.include_active }),
)

function positionOf(pageId: string): ChatPosition {
  const [lastActivityAt, id] = pages.decode(pageId, 'payload.page_id')
  return { lastActivityAt, id }
}

interface AgentList {
  readonly includeActive?: boolean | undefined
  readonly after?: ChatPosition | null
  readonly limit?: number | undefined
  readonly asksForPages?: boolean
}

/** The chats that the agent's scopes let it read, latest activity first, as v0.4 shows them. */
export async function chatsSummary(context: ActionContext<'agent'>, list: AgentList = {}) {
  const show = (chat: ChatSummary) => agentChatSummaryView(chat, context.viewer)
  const { shown, cut } = await listChats(context, { ...readable(context, list), show })
  const isTold = cut !== undefined && (cut.by === 'bytes' || list.asksForPages === true)
  return {
    chats_summary: [...shown],
    ...(isTold && { next_page_id: pages.encode([cut.at.lastActivityAt, cut.at.id]) }),
  }
}

/** The same as v0.3 shows them, which knows no pages. */
export async function chatsSummaryV03(context: ActionContext<'agent'>, list: AgentList = {}) {
  const show = (chat: ChatSummary) => agentChatSummaryV03View(chat, context.viewer)
  const { shown } = await listChats(context, { ...readable(context, list), show })
  return { chats_summary: [...shown] }
}

function readable(
  context: ActionContext<'agent'>,
  { includeActive = true, after = null, limit }: AgentList,
): { after: ChatPosition | null; count: number; read: (piece: ChatsPiece) => Promise<ListedChats> } {
  const { id: agentId, licenseId, groups } = context.principal
  const reach = readReach(context.principal)
  const count = limit ?? context.settings.limits.chatsSummaryCount
  const read = async (piece: ChatsPiece) =>
    reach === undefined
      ? { chats: [], hasMore: false }
      : context.read.chats.listOfAgent({ licenseId, agentId, reach, groups, includeActive, ...piece })
  return { after, count, read }
}
