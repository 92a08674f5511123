import { hashOf } from '../../changes/idempotency-records.js'
import {
  getFilteredChats as contract,
  getFilteredChatsWithoutPages as contractWithoutPages,
} from '../../contract/actions/agent/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { readReach } from '../../domain/access.js'
import { pageIds } from '../../domain/page-ids.js'
import type { RequestedPropertyFilters } from '../../domain/property-filters.js'
import { invalid } from '../../errors.js'
import type {
  AgentChatsQuery,
  ChatPosition,
  ChatSummary,
  ChatsPiece,
  ListedChats,
} from '../../ports/stores/chats.js'
import { agentChatSummaryV03View, agentChatSummaryView } from '../../views/chat-summary.js'
import { type ChatList, listChats } from '../shared/list-chats.js'
import { requestedFilters } from '../shared/requested-filters.js'

const pages = pageIds('agent chats', ['integer', 'text', 'text'])

/** Who asks for pages is told where the next one begins; who does not, only where bytes have cut the list. */
export const getFilteredChats = handle(contract, (context, { filters, sort_order, page_id, limit }) => {
  const selection = { ...selectionOf(context, filters), order: sort_order ?? 'desc' }
  const asksForPages = page_id !== undefined || limit !== undefined || sort_order !== undefined
  return chatsSummary(context, { selection, pageId: page_id, limit, asksForPages })
})

export const getFilteredChatsWithoutPages = handle(contractWithoutPages, (context, { filters }) =>
  chatsSummaryV03(context, selectionOf(context, filters)),
)

/** Which chats, and in which order. */
type Selection = Pick<AgentChatsQuery, 'includeActive' | 'filters' | 'order'>

const everything: Selection = { includeActive: true, filters: [], order: 'desc' }

interface RequestedFilters {
  readonly include_active?: boolean
  readonly properties?: RequestedPropertyFilters
}

function selectionOf(
  context: ActionContext<'agent'>,
  { include_active: includeActive = true, properties }: RequestedFilters = {},
): Selection {
  const at = { locations: ['chat'], path: 'payload.filters.properties' } as const
  return { includeActive, filters: requestedFilters(context, properties, at), order: 'desc' }
}

/** Keeps a page of one selection from being taken for a page of another. */
function markOf({ includeActive, filters, order }: Selection): string {
  return hashOf([includeActive, filters, order]).slice(0, 16)
}

function pageIdOf({ activityAt, id }: ChatPosition, selection: Selection): string {
  return pages.encode([activityAt, id, markOf(selection)])
}

function positionOf(pageId: string, selection: Selection): ChatPosition {
  const [activityAt, id, mark] = pages.decode(pageId, 'payload.page_id')
  if (mark !== markOf(selection)) throw invalid('payload.page_id is not a page of this list')
  return { activityAt, id }
}

interface AgentList {
  readonly selection?: Selection
  readonly pageId?: string | undefined
  readonly limit?: number | undefined
  readonly asksForPages?: boolean
}

/** The chats that the agent's scopes let it read, latest activity first, as v0.4 shows them. */
export async function chatsSummary(context: ActionContext<'agent'>, list: AgentList = {}) {
  const { selection = everything, pageId, limit, asksForPages = false } = list
  const after = pageId ? positionOf(pageId, selection) : null
  const show = (chat: ChatSummary) => agentChatSummaryView(chat, context.viewer)
  const { shown, cut } = await listChats(context, { ...readable(context, selection, after, limit), show })
  const isTold = cut !== undefined && (cut.by === 'bytes' || asksForPages)
  return {
    chats_summary: [...shown],
    ...(isTold && { next_page_id: pageIdOf(cut.at, selection) }),
  }
}

/** The same as v0.3 shows them, which knows no pages. */
export async function chatsSummaryV03(context: ActionContext<'agent'>, selection: Selection = everything) {
  const show = (chat: ChatSummary) => agentChatSummaryV03View(chat, context.viewer)
  const { shown } = await listChats(context, { ...readable(context, selection), show })
  return { chats_summary: [...shown] }
}

function readable(
  context: ActionContext<'agent'>,
  selection: Selection,
  after: ChatPosition | null = null,
  count: number = context.settings.limits.chatsSummaryCount,
): Omit<ChatList<ListedChats, unknown>, 'show'> {
  const { id: agentId, licenseId, groups } = context.principal
  const reach = readReach(context.principal)
  const read = async (piece: ChatsPiece) =>
    reach === undefined
      ? { chats: [], hasMore: false }
      : context.read.chats.listOfAgent({ licenseId, agentId, reach, groups, ...selection, ...piece })
  return { after, count, by: 'lastActivityAt', read }
}
