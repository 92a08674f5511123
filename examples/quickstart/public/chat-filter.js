import { eventText } from './format.js'
import { plain } from './plain-text.js'

/** Filters the loaded chats by state and by words. */

export const states = {
  all: () => true,
  mine: (chat, me) => !chat.isClosed && chat.has(me),
  unread: (chat) => chat.isUnread,
  closed: (chat) => chat.isClosed,
}

/**
 * Returns whether a chat passes the filter.
 *
 * @param wanted `{state, words}`
 */
export function matches(chat, { state, words }, me) {
  if (!chat.isListed || !states[state](chat, me)) return false
  if (words.length === 0) return true
  const text = plain(textOf(chat))
  return words.every((word) => text.includes(word))
}

function textOf({ customer, agents, lastEvent }) {
  const names = [customer?.name, customer?.email, ...agents.map((agent) => agent.name)]
  return [...names, lastEvent && eventText(lastEvent)].join(' ')
}
