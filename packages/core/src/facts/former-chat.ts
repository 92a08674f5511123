import { formerScopes } from '../domain/chat-scopes.js'
import type { ChatFactOf, FactChat } from './fact.js'

/** Returns a chat as it was before the commit with these facts. */
export function chatBefore(after: FactChat, facts: readonly ChatFactOf[]): FactChat {
  return facts.toReversed().reduce(undo, after)
}

function undo(chat: FactChat, fact: ChatFactOf): FactChat {
  if (fact.name === 'chat_scopes_updated') return { ...chat, scopes: formerScopes(chat.scopes, fact) }
  if (fact.name !== 'chat_users_updated') return chat
  const added = new Set(fact.added.map((user) => (user.kind === 'agent' ? user.agent.id : user.customer.id)))
  return { ...chat, members: [...chat.members.filter(({ id }) => !added.has(id)), ...fact.removed] }
}
