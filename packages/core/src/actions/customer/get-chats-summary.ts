import {
  getChatsSummary as contract,
  getChatsSummaryWithoutPages as contractWithoutPages,
} from '../../contract/actions/customer/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { pageIds } from '../../domain/page-ids.js'
import type { ChatPosition, ChatSummary, ChatsPiece } from '../../ports/stores/chats.js'
import { customerChatSummaryV03View, customerChatSummaryView } from '../../views/chat-summary.js'
import { featuresOf } from '../../views/viewer.js'
import { listChats } from '../shared/list-chats.js'

const pages = pageIds('customer chats', ['integer', 'text'])

/** Who asks for pages is told where the next one begins; who does not, only where bytes have cut the list. */
export const getChatsSummary = handle(contract, async (context, { offset, limit, page_id }) => {
  const show = (chat: ChatSummary) => customerChatSummaryView(chat, context.viewer)
  const after = page_id ? positionOf(page_id) : null
  const { shown, first, cut } = await listChats(context, { ...own(context, { offset, limit, after }), show })
  const isTold = cut !== undefined && (cut.by === 'bytes' || page_id !== undefined)
  return {
    total_chats: first.total,
    chats_summary: [...shown],
    ...(isTold && { next_page_id: pages.encode([cut.at.activityAt, cut.at.id]) }),
  }
})

/** Where bytes have cut the list, `total_chats` tells that there are more, and `offset` leads on. */
export const getChatsSummaryWithoutPages = handle(contractWithoutPages, async (context, page) => {
  const { viewer } = context
  const list = own(context, page)
  if (featuresOf(viewer).lastEvents === 'per-type') {
    const show = (chat: ChatSummary) => customerChatSummaryView(chat, viewer)
    const { shown, first } = await listChats(context, { ...list, show })
    return { total_chats: first.total, chats_summary: [...shown] }
  }
  const show = (chat: ChatSummary) => customerChatSummaryV03View(chat, viewer)
  const { shown, first } = await listChats(context, { ...list, show })
  return { total_chats: first.total, chats_summary: [...shown] }
})

function positionOf(pageId: string): ChatPosition {
  const [activityAt, id] = pages.decode(pageId, 'payload.page_id')
  return { activityAt, id }
}

interface CustomerList {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly after?: ChatPosition | null
}

function own({ read, principal }: ActionContext<'customer'>, list: CustomerList) {
  const { offset: from = 0, limit: count = 10, after = null } = list
  const readPiece = (piece: ChatsPiece) => {
    // Pieces after the first one begin where that one ended.
    const offset = piece.after === after ? from : 0
    return read.chats.listOfCustomer(principal.id, { ...piece, offset })
  }
  return { after, count, by: 'lastSharedActivityAt', read: readPiece } as const
}
