import { getChatsSummary as contract } from '../../contract/actions/customer.js'
import { handle } from '../../dispatch/handle.js'
import { customerChatsSummaryView } from '../../views/chat-summary.js'

export const getChatsSummary = handle(contract, async (context, { offset = 0, limit = 10 }) => {
  const { chats, total } = await context.read.chats.listOfCustomer(context.principal.id, { offset, limit })
  return { total_chats: total, ...customerChatsSummaryView(chats, context.viewer) }
})
