import type { ActionContext } from '../../dispatch/context.js'
import { covers, isMember } from '../../domain/access.js'
import { invalid, ParleyError } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'

/** The context of an action that customers and agents both have. */
export type ChatContext = ActionContext<'customer'> | ActionContext<'agent'>

export function unknownChat(): ParleyError {
  return invalid('payload.chat_id names no chat')
}

/**
 * The chat, if the caller may do with it what the action does. One that is not the customer's, or of another
 * license, answers like one that does not exist (decisions §2, §15).
 */
export function requireChat(context: ChatContext, head: ChatHead | undefined): ChatHead {
  const { principal, contract } = context
  if (head === undefined || head.licenseId !== principal.licenseId) throw unknownChat()
  if (principal.kind === 'customer') {
    if (!isMember(principal.id, head)) throw unknownChat()
  } else if (!covers(principal, contract.scopes, head)) {
    throw new ParleyError('authorization', { detail: 'no scope of the token covers this chat' })
  }
  return head
}
