import type { ActionContext } from '../../dispatch/context.js'
import { covers, isMember } from '../../domain/access.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'

/** The context of an action that customers and agents share. */
export type ChatContext = ActionContext<'customer'> | ActionContext<'agent'>

/** Returns the error for a chat that does not exist, or that the caller must not know of. */
export function unknownChat(): ParleyError {
  return invalidField({ path: 'payload.chat_id', rule: 'not_found' }, 'does not match any chat')
}

/**
 * Returns the chat if the caller may use it for this action. A chat that is not the customer's, or belongs to another
 * license, counts as unknown (decisions §2, §15.14).
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
