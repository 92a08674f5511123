import { getChatsSummary as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { customerChatSummaryView } from '../../views/chat-summary.js'

export const getChatsSummary = handle(contract, async (context, { offset = 0, limit = 10 }) => {
  const { chats, total } = await context.read.chats.listOfCustomer(context.principal.id, { offset, limit })
  const chats_summary = chats.map((chat) => customerChatSummaryView(chat, context.viewer))
  return { chats_summary, total_chats: total }
})
