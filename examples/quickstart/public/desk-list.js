import { matches } from './chat-filter.js'
import { ENOUGH_ROWS } from './chat-pages.js'
import { joined } from './direction.js'
import { avatar, byId, element, reconcileRows } from './dom.js'
import { listTime } from './format.js'
import { wordsIn } from './plain-text.js'
import { previewOf, previewParts } from './preview.js'
import { teamNames } from './teams.js'

/** The list of chats that pass the filter, the most recent first. */
export class DeskList {
  #desk
  #rowCount = 0

  constructor(desk, onChange) {
    this.#desk = desk
    const look = () => {
      onChange()
      // Matching chats may be on pages that are not loaded yet.
      if (this.#isNarrowed && this.#rowCount < ENOUGH_ROWS) this.#loadMore()
    }
    byId('find').addEventListener('input', look)
    byId('find').addEventListener('submit', (event) => event.preventDefault())
    byId('more-chats').addEventListener('click', () => this.#loadMore())
  }

  show() {
    const desk = this.#desk
    const wanted = this.#wanted
    const chats = [...desk.chats.values()]
      .filter((chat) => matches(chat, wanted, desk.me.id))
      .sort(byActivity)
    this.#rowCount = chats.length
    this.#showState()
    const rows = chats.map((chat) => rowOf(chat, desk))
    reconcileRows(byId('chats'), rows, render)
  }

  get #wanted() {
    const data = new FormData(byId('find'))
    return { state: data.get('state'), words: wordsIn(data.get('words')) }
  }

  get #isNarrowed() {
    const { state, words } = this.#wanted
    return state !== 'all' || words.length > 0
  }

  #loadMore() {
    const before = this.#rowCount
    const enough = this.#isNarrowed ? before + ENOUGH_ROWS : before + 1
    this.#desk.pages.loadMore(() => this.#rowCount >= enough)
  }

  #showState() {
    const { isLoggedIn, connection, chats, pages } = this.#desk
    const isNone = isLoggedIn && this.#rowCount === 0 && !pages.isLoading
    byId('chats-loading').hidden = isLoggedIn || connection.state === 'stopped'
    byId('chats-empty').hidden = !isLoggedIn || chats.size > 0 || pages.hasMore
    byId('more-chats').hidden = !isLoggedIn || !pages.hasMore || pages.isLoading
    byId('more-chats').textContent = this.#isNarrowed ? 'Look through older chats' : 'Show older chats'
    const status = pages.isLoading
      ? 'Looking through older chats…'
      : pages.problem !== undefined
        ? `That did not work. ${pages.problem}`
        : isNone && chats.size > 0
          ? 'No chat is like that.'
          : ''
    if (byId('chats-status').textContent !== status) byId('chats-status').textContent = status
  }
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
    preview: peek === undefined ? previewOf(lastEvent, desk.me.id) : { text: 'writing…' },
    isWriting: peek !== undefined,
    isClosed,
    isUnread,
    isOpen: chat === desk.openChat,
    teams: teamNames(chat.groups),
    agents: isClosed ? [] : agents.map((agent) => (agent.id === desk.me.id ? 'You' : agent.name)),
  }
}

function render({ id, user, name, time, preview, isWriting, isClosed, isUnread, isOpen, agents, teams }) {
  const status = isClosed ? ['Closed'] : agents.length > 0 ? joined(agents) : ['Waiting']
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
      element('span', { class: 'chat-row-name', dir: 'auto' }, name),
      element('span', { class: 'chat-row-time' }, time),
      element(
        'span',
        { class: `chat-row-text${isWriting ? ' is-writing' : ''}`, dir: 'auto' },
        ...previewParts(preview),
      ),
      isUnread
        ? element('span', { class: 'unread' }, element('span', { class: 'visually-hidden' }, 'unread'))
        : undefined,
      element(
        'span',
        { class: 'chat-row-state' },
        element('span', { class: `status ${statusClass}` }, element('span', {}, ...status)),
        teams === '' ? undefined : element('span', { class: 'team', dir: 'auto' }, teams),
      ),
    ),
  )
}
