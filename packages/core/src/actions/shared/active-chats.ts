import type { ActionContext } from '../../dispatch/context.js'

/** Of the calling customer, as many as they can have: what a change that concerns all of them has to lock. */
export async function activeChatIds({
  read,
  principal,
  settings,
}: ActionContext<'customer'>): Promise<readonly string[]> {
  const limit = settings.limits.activeChatsPerCustomerCount
  const chats = await read.chats.listActiveOfCustomer(principal.id, limit)
  return chats.map(({ head }) => head.id)
}
