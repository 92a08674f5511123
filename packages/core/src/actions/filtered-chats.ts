import { hashJson } from '../changes/idempotency-records.js'
import * as agentContract from '../contract/agent-actions.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { readReach } from '../domain/access.js'
import { pageIds } from '../domain/page-ids.js'
import type { RequestedPropertyFilters } from '../domain/property-filters.js'
import { toTermFilter } from '../domain/property-terms.js'
import { isAhead, lastCountedPosition, positionInQueue } from '../domain/routing/queue-position.js'
import { invalidField } from '../errors.js'
import type { ChatHead, ChatSummary } from '../model/chat.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { QueuePosition } from '../model/routing.js'
import type { AgentChatsQuery, ChatPosition, ChatsPiece, ListedChats } from '../ports/stores/chat-lists.js'
import { agentChatSummaryV03View, agentChatSummaryView } from '../views/chat-summary.js'
import { queueOfAgentsView } from '../views/queue.js'
import { type ChatList, listChats } from './list-chats.js'
import { requestedFilters } from './requested-filters.js'

const pages = pageIds('agent chats', ['integer', 'text', 'text'])

/**
 * Lists the chats that the agent can see. A `next_page_id` is returned when the request uses paging; otherwise only
 * when the byte limit has cut the list. Queue positions are shown when the request filters by `routing` or sorts by
 * `waiting`.
 */
export const getFilteredChats = handle(
  agentContract.getFilteredChats,
  (context, { filters, sort_order, page_id, limit }) => {
    const routing = filters?.routing ?? 'any'
    const selection = ordered({ ...selectionOf(context, filters), routing }, sort_order ?? 'desc')
    const asksForPages = page_id !== undefined || limit !== undefined || sort_order !== undefined
    const showsQueues = filters?.routing !== undefined || sort_order === 'waiting'
    return chatsSummary(context, { selection, pageId: page_id, limit, asksForPages, showsQueues })
  },
)

export const getFilteredChatsWithoutPages = handle(
  agentContract.getFilteredChatsWithoutPages,
  (context, { filters }) => chatsSummaryV03(context, selectionOf(context, filters)),
)

/** Which chats to list, and in which order. */
interface Selection extends Pick<AgentChatsQuery, 'includeActive' | 'routing' | 'order'> {
  readonly filters: readonly PropertyFilter[]
}

const everything: Selection = { includeActive: true, filters: [], routing: 'any', order: 'desc' }

interface RequestedFilters {
  readonly include_active?: boolean
  readonly properties?: RequestedPropertyFilters
}

function selectionOf(
  context: ActionContext<'agent'>,
  { include_active: includeActive = true, properties }: RequestedFilters = {},
): Selection {
  const at = { locations: ['chat'], path: 'payload.filters.properties' } as const
  return { ...everything, includeActive, filters: requestedFilters(context, properties, at) }
}

/** Applies the requested order. Sorting by `waiting` lists waiting chats only. */
function ordered(selection: Selection, order: Selection['order']): Selection {
  if (order !== 'waiting') return { ...selection, order }
  if (selection.routing === 'assigned') {
    throw invalidField(
      { path: 'payload.filters.routing', rule: 'conflicts_with' },
      'must not be assigned when sort_order is waiting',
    )
  }
  return { ...selection, order, routing: 'waiting' }
}

/** Returns whether the selection is always empty: waiting or assigned chats are active. */
function holdsNothing({ includeActive, routing }: Selection): boolean {
  return !includeActive && routing !== 'any'
}

/** Returns a hash of the selection, so a page id of one selection is not accepted for another. */
function markOf({ includeActive, filters, routing, order }: Selection): string {
  return hashJson([includeActive, filters, routing, order]).slice(0, 16)
}

function pageIdOf({ at, id }: ChatPosition, selection: Selection): string {
  return pages.encode([at, id, markOf(selection)])
}

function positionOf(pageId: string, selection: Selection): ChatPosition {
  const [at, id, mark] = pages.decode(pageId, 'payload.page_id')
  if (mark !== markOf(selection))
    throw invalidField({ path: 'payload.page_id', rule: 'not_found' }, 'is not a page of this list')
  return { at, id }
}

interface AgentList {
  readonly selection?: Selection
  readonly pageId?: string | undefined
  readonly limit?: number | undefined
  readonly asksForPages?: boolean
  readonly showsQueues?: boolean
}

/**
 * Lists the chats that the agent's scopes allow it to read, in the form of v0.4; sorted by latest activity unless
 * requested otherwise.
 */
export async function chatsSummary(context: ActionContext<'agent'>, list: AgentList = {}) {
  const { selection = everything, pageId, limit, asksForPages = false, showsQueues = false } = list
  const after = pageId ? positionOf(pageId, selection) : null
  const queues = new Map<string, ShownQueue>()
  const show = (chat: ChatSummary) => {
    return Object.assign(agentChatSummaryView(chat, context.viewer), queues.get(chat.head.id))
  }
  const { read, ...listed } = readable(context, selection, after, limit)
  const readPiece = async (piece: ChatsPiece) => {
    const found = await read(piece)
    if (!showsQueues) return found
    const heads = found.chats.map(({ head }) => head)
    for (const [id, queue] of await readQueues(context, heads)) queues.set(id, queue)
    return found
  }
  const { shown, cut } = await listChats(context, { ...listed, read: readPiece, show })
  const hasPageId = cut !== undefined && (cut.by === 'bytes' || asksForPages)
  return {
    chats_summary: [...shown],
    ...(hasPageId && { next_page_id: pageIdOf(cut.at, selection) }),
  }
}

/** Lists the same chats in the form of v0.3, which has no pages. */
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
  const selected = { ...selection, filters: selection.filters.map(toTermFilter) }
  const read = async (piece: ChatsPiece) =>
    reach === undefined || holdsNothing(selection)
      ? { chats: [], hasMore: false }
      : context.read.chats.listForAgent({ licenseId, agentId, reach, groups, ...selected, ...piece })
  return { after, count, by: selection.order === 'waiting' ? waitingSinceOf : activityOf, read }
}

const activityOf = ({ lastActivityAt }: ChatSummary) => lastActivityAt

function waitingSinceOf({ head }: ChatSummary): number {
  const { waitingSince } = head.thread
  if (waitingSince === null) throw new TypeError(`chat ${head.id} is listed as waiting but is not`)
  return waitingSince
}

/** The `queue` field of a waiting chat. */
export type ShownQueue = { readonly queue: ReturnType<typeof queueOfAgentsView> }

/** Returns the `queue` of the waiting chats, by chat id. Reads the queue once, up to the last of these chats. */
export async function readQueues(
  { read, principal, steadyNow }: ActionContext<'agent'>,
  heads: readonly ChatHead[],
): Promise<ReadonlyMap<string, ShownQueue>> {
  const positions = heads.flatMap(positionsOf).sort((one, other) => (isAhead(one, other) ? -1 : 1))
  const last = positions.at(-1)
  if (last === undefined) return new Map()
  const front = await read.routing.listPositionsBefore(principal.licenseId, last, lastCountedPosition - 1)
  return new Map(
    positions.map((position) => {
      const { chatId, waitingSince } = position
      const queueState = { position: positionInQueue(front, position), waitingSince }
      return [chatId, { queue: queueOfAgentsView(queueState, steadyNow) }]
    }),
  )
}

function positionsOf({ id, thread: { waitingSince } }: ChatHead): readonly QueuePosition[] {
  return waitingSince === null ? [] : [{ chatId: id, waitingSince }]
}
