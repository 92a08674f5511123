import { changedScopes, requestedDifference, type ScopesChange } from '../domain/chat-scopes.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/**
 * Adds and removes scopes of the chat. When nothing changes, the requested scopes are pushed to the connection that
 * asked (decisions §5.4). Returns `full`, with nothing stored, when the chat would have more than `maxCount` groups or
 * more than `maxCount` agents in its scopes.
 */
export async function changeScopes(
  { tx }: ChatChange,
  before: ChatHead,
  requested: ScopesChange,
  maxCount: number,
): Promise<ChangedChat | 'full'> {
  const changed = changedScopes(before.scopes, requested)
  if (changed === undefined) {
    const same = { chat: factChat(before), ...requestedDifference(requested) }
    return { head: before, facts: [], unchanged: [{ name: 'chat_scopes_updated', ...same }] }
  }
  const { scopes, added, removed } = changed
  const isTooMuch = [
    added.groups.length > 0 && scopes.groups.length > maxCount,
    added.agents.length > 0 && scopes.agents.length > maxCount,
  ]
  if (isTooMuch.includes(true)) return 'full'
  const head = await tx.chats.setScopes(before.id, scopes)
  return { head, facts: [{ name: 'chat_scopes_updated', chat: factChat(head), added, removed }] }
}
