import { allColleagues } from './colleagues.js'
import { avatar, byId, element, reconcileRows } from './dom.js'
import { waitTime } from './format.js'
import { previewOf, previewParts } from './preview.js'
import { takeNext } from './take-next.js'
import { teamNames } from './teams.js'
import { whyWaiting } from './why-waiting.js'

/** Interval for updating the waiting times, which are shown in minutes. */
const TICK_MS = 10_000

/** The list of chats that wait for an agent, the longest-waiting first, with how long and why they wait. */
export class WaitingList {
  #desk
  #queue
  #onTaken
  #isTaking = false
  #words = ''

  /** @param onTaken `(chatId, words)` */
  constructor(desk, queue, onTaken) {
    this.#desk = desk
    this.#queue = queue
    this.#onTaken = onTaken
    byId('take-next').addEventListener('click', () => this.#take())
    byId('waiting-more').addEventListener('click', () => queue.showMore())
    setInterval(() => this.show(), TICK_MS)
  }

  show() {
    const { connection } = this.#desk
    const { waitingChats, hasMore, isLoaded } = this.#queue
    this.#showCount()
    const rows = waitingChats.map((waitingChat) => this.#rowOf(waitingChat))
    reconcileRows(byId('waiting-places'), rows, render)
    byId('take-next').disabled = this.#isTaking || waitingChats.length === 0 || connection.state !== 'online'
    byId('waiting-more').hidden = !hasMore
    byId('waiting-none').hidden = !isLoaded || waitingChats.length > 0
    const status = this.#status
    if (byId('waiting-status').textContent !== status) byId('waiting-status').textContent = status
  }

  /** Returns why a chat waits, or `undefined` when it does not wait as far as is known. */
  reasonOf(chat) {
    return this.#queue.has(chat.id) ? this.#reason(chat) : undefined
  }

  #reason(chat) {
    return whyWaiting(chat, allColleagues(), { me: this.#desk.me.id, teamNames })
  }

  #showCount() {
    const { waitingChats, hasMore } = this.#queue
    byId('waiting-count').hidden = waitingChats.length === 0
    byId('waiting-count').textContent = `${waitingChats.length}${hasMore ? '+' : ''}`
  }

  get #status() {
    if (this.#queue.problem !== undefined) return `That did not work. ${this.#queue.problem}`
    return this.#words
  }

  async #take() {
    this.#isTaking = true
    this.#words = ''
    this.show()
    const { chatId, words = '' } = await takeNext(this.#desk, this.#queue).catch((error) => ({
      words: `That did not work. ${error.message}`,
    }))
    this.#isTaking = false
    this.#words = chatId === undefined ? words : ''
    this.show()
    if (chatId === undefined) return byId('take-next').focus()
    this.#queue.read()
    this.#onTaken(chatId, words)
  }

  #rowOf(waitingChat) {
    const { chatId, since, customer, groups } = waitingChat
    const chat = this.#desk.chats.get(chatId)
    // Pushes keep chats up to date that are also shown elsewhere on the page.
    const lastEvent = chat?.lastEvent ?? waitingChat.lastEvent
    return {
      id: chatId,
      user: { id: customer?.id, name: customer?.name },
      name: customer?.name || 'Customer',
      time: waitTime(Date.now() - since),
      preview: previewOf(lastEvent),
      isOpen: chat !== undefined && chat === this.#desk.openChat,
      teams: teamNames(groups),
      reason: this.#reason(waitingChat),
    }
  }
}

function render({ id, user, name, time, preview, isOpen, teams, reason }) {
  return element(
    'li',
    {},
    element(
      'a',
      { href: `#${id}`, class: 'chat-row', 'aria-current': isOpen ? 'true' : undefined },
      avatar(user),
      element('span', { class: 'chat-row-name', dir: 'auto' }, name),
      element(
        'span',
        { class: 'chat-row-time' },
        element('span', { class: 'visually-hidden' }, 'waits '),
        time,
      ),
      element('span', { class: 'chat-row-text', dir: 'auto' }, ...previewParts(preview)),
      element(
        'span',
        { class: 'chat-row-state' },
        element('span', { class: 'reason' }, reason),
        teams === '' ? undefined : element('span', { class: 'team', dir: 'auto' }, teams),
      ),
    ),
  )
}
