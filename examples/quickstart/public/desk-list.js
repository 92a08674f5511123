import { avatar, byId, element, reconcile } from './dom.js'
import { eventText, listTime } from './format.js'

/** The list of chats, the most recent first. */
export function showChats(desk) {
  const list = byId('chats')
  const focused = document.activeElement?.closest('#chats > li')?.dataset.key
  const chats = [...desk.chats.values()].sort(byActivity)
  byId('chats-loading').hidden = desk.isLoggedIn || desk.connection.state === 'stopped'
  byId('chats-empty').hidden = !desk.isLoggedIn || chats.length > 0
  reconcile(
    list,
    chats.map((chat) => rowOf(chat, desk)),
    { key: (row) => row.id, signature: (row) => JSON.stringify(row), render },
  )
  // A row that changes its place would lose the focus.
  if (focused === undefined || list.contains(document.activeElement)) return
  list.querySelector(`[data-key="${CSS.escape(focused)}"] a`)?.focus()
}

function byActivity(a, b) {
  return b.activity - a.activity || (a.id < b.id ? 1 : -1)
}

function rowOf(chat, desk) {
  const { customer, lastEvent, isClosed, isUnread, agents } = chat
  const peek = desk.sneakPeeks.get(chat.id)
  return {
    id: chat.id,
    user: { id: customer?.id, name: customer?.name },
    name: customer?.name || 'Customer',
    time: chat.activity > 0 ? listTime(chat.activity) : '',
    preview: peek === undefined ? previewOf(lastEvent, desk.me.id) : 'writing…',
    isWriting: peek !== undefined,
    isClosed,
    isUnread,
    isOpen: chat === desk.openChat,
    agents: isClosed ? [] : agents.map((agent) => (agent.id === desk.me.id ? 'You' : agent.name)),
  }
}

function previewOf(event, me) {
  if (event === undefined) return ''
  const prefix = event.recipients === 'agents' ? 'Note: ' : event.author_id === me ? 'You: ' : ''
  return `${prefix}${eventText(event)}`
}

function render({ id, user, name, time, preview, isWriting, isClosed, isUnread, isOpen, agents }) {
  const status = isClosed ? 'Closed' : agents.length > 0 ? agents.join(', ') : 'Waiting'
  const statusClass = isClosed ? 'closed' : agents.length > 0 ? 'taken' : 'waiting'
  return element(
    'li',
    {},
    element(
      'a',
      {
        href: `#${id}`,
        class: `chat-row${isUnread ? ' is-unread' : ''}`,
        'aria-current': isOpen ? 'true' : undefined,
      },
      avatar(user),
      element('span', { class: 'chat-row-name' }, name),
      element('span', { class: 'chat-row-time' }, time),
      element('span', { class: `chat-row-text${isWriting ? ' is-writing' : ''}` }, preview),
      isUnread
        ? element('span', { class: 'unread' }, element('span', { class: 'visually-hidden' }, 'unread'))
        : undefined,
      element('span', { class: `status ${statusClass}` }, status),
    ),
  )
}
