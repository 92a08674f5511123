import type { ActionContext } from '../../dispatch/context.js'

/**
 * Returns the ids of the calling customer's active chats, all of which must be locked by a change that affects each of
 * them.
 */
export async function activeChatIds({
  read,
  principal,
  settings,
}: ActionContext<'customer'>): Promise<readonly string[]> {
  const limit = settings.limits.activeChatsPerCustomerCount
  const chats = await read.chats.listActiveByCustomer(principal.id, limit)
  return chats.map(({ head }) => head.id)
}
