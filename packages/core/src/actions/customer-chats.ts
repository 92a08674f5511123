import * as customerContract from '../contract/customer-actions.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { pageIds } from '../domain/page-ids.js'
import { lastCountedPosition } from '../domain/routing/queue-position.js'
import type { ChatHead, ChatSummary } from '../model/chat.js'
import type { ChatPosition, ChatsPiece } from '../ports/stores/chat-lists.js'
import type { RoutingReads } from '../ports/stores/routing.js'
import { customerChatSummaryV03View, customerChatSummaryView } from '../views/chat-summary.js'
import { queueView } from '../views/queue.js'
import { getFeatures } from '../views/viewer.js'
import { listChats } from './list-chats.js'

const pages = pageIds('customer chats', ['integer', 'text'])

type Queue = Awaited<ReturnType<typeof readQueue>>

/**
 * Lists the chats of the customer. A `next_page_id` is returned when the request uses paging; otherwise only when the
 * byte limit has cut the list.
 */
export const getChatsSummary = handle(
  customerContract.getChatsSummary,
  async (context, { offset, limit, page_id }) => {
    const queues = new Map<string, Queue>()
    const show = (chat: ChatSummary) => {
      return { ...customerChatSummaryView(chat, context.viewer), ...queues.get(chat.head.id) }
    }
    const after = page_id ? positionOf(page_id) : null
    const list = own(context, { offset, limit, after })
    const read = async (piece: ChatsPiece) => {
      const listed = await list.read(piece)
      for (const { head } of listed.chats)
        queues.set(head.id, await readQueue(context, head, context.read.routing))
      return listed
    }
    const { shown, first, cut } = await listChats(context, { ...list, read, show })
    const hasPageId = cut !== undefined && (cut.by === 'bytes' || page_id !== undefined)
    return {
      total_chats: first.total,
      chats_summary: [...shown],
      ...(hasPageId && { next_page_id: pages.encode([cut.at.at, cut.at.id]) }),
    }
  },
)

/**
 * Lists the chats without page ids. When the byte limit has cut the list, `total_chats` shows that there are more, and
 * `offset` continues it.
 */
export const getChatsSummaryWithoutPages = handle(
  customerContract.getChatsSummaryWithoutPages,
  async (context, page) => {
    const { viewer } = context
    const list = own(context, page)
    if (getFeatures(viewer).lastEvents === 'per-type') {
      const show = (chat: ChatSummary) => customerChatSummaryView(chat, viewer)
      const { shown, first } = await listChats(context, { ...list, show })
      return { total_chats: first.total, chats_summary: [...shown] }
    }
    const show = (chat: ChatSummary) => customerChatSummaryV03View(chat, viewer)
    const { shown, first } = await listChats(context, { ...list, show })
    return { total_chats: first.total, chats_summary: [...shown] }
  },
)

function positionOf(pageId: string): ChatPosition {
  const [at, id] = pages.decode(pageId, 'payload.page_id')
  return { at, id }
}

interface CustomerList {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly after?: ChatPosition | null
}

function own({ read, principal }: ActionContext<'customer'>, list: CustomerList) {
  const { offset: from = 0, limit: count = 10, after = null } = list
  const readPiece = (piece: ChatsPiece) => {
    // Only the first piece has an offset. The following pieces begin where the previous one ended.
    const offset = piece.after === after ? from : 0
    return read.chats.listByCustomer(principal.id, { ...piece, offset })
  }
  const by = ({ lastSharedActivityAt }: ChatSummary) => lastSharedActivityAt
  return { after, count, by, read: readPiece }
}

/**
 * Returns the `queue` of a waiting chat. Returns nothing, and reads nothing, for other chats and for versions that do
 * not show it.
 */
export async function readQueue(
  { viewer, steadyNow }: ActionContext<'customer'>,
  { id: chatId, licenseId, thread: { waitingSince } }: ChatHead,
  routing: Pick<RoutingReads, 'getQueueStatus'>,
): Promise<{ readonly queue?: ReturnType<typeof queueView> }> {
  if (waitingSince === null || !getFeatures(viewer).hasQueue) return {}
  const position = { waitingSince, chatId }
  const { aheadCount, isAccepting } = await routing.getQueueStatus(
    licenseId,
    position,
    lastCountedPosition - 1,
  )
  return { queue: queueView({ position: aheadCount + 1, waitingSince, isAccepting }, steadyNow) }
}
