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
  #line
  #onTaken
  #isTaking = false
  #words = ''

  /** @param onTaken `(chatId, words)` */
  constructor(desk, line, onTaken) {
    this.#desk = desk
    this.#line = line
    this.#onTaken = onTaken
    byId('take-next').addEventListener('click', () => this.#take())
    byId('waiting-more').addEventListener('click', () => line.showMore())
    setInterval(() => this.show(), TICK_MS)
  }

  show() {
    const { connection } = this.#desk
    const { places, hasMore, isLoaded } = this.#line
    this.#showCount()
    const rows = places.map((place) => this.#rowOf(place))
    reconcileRows(byId('waiting-places'), rows, render)
    byId('take-next').disabled = this.#isTaking || places.length === 0 || connection.state !== 'online'
    byId('waiting-more').hidden = !hasMore
    byId('waiting-none').hidden = !isLoaded || places.length > 0
    const status = this.#status
    if (byId('waiting-status').textContent !== status) byId('waiting-status').textContent = status
  }

  /** Returns why a chat waits, or `undefined` when it does not wait as far as is known. */
  reasonOf(chat) {
    return this.#line.has(chat.id) ? this.#reason(chat) : undefined
  }

  #reason(chat) {
    return whyWaiting(chat, allColleagues(), { me: this.#desk.me.id, teamNames })
  }

  #showCount() {
    const { places, hasMore } = this.#line
    byId('waiting-count').hidden = places.length === 0
    byId('waiting-count').textContent = `${places.length}${hasMore ? '+' : ''}`
  }

  get #status() {
    if (this.#line.problem !== undefined) return `That did not work. ${this.#line.problem}`
    return this.#words
  }

  async #take() {
    this.#isTaking = true
    this.#words = ''
    this.show()
    const { chatId, words = '' } = await takeNext(this.#desk, this.#line).catch((error) => ({
      words: `That did not work. ${error.message}`,
    }))
    this.#isTaking = false
    this.#words = chatId === undefined ? words : ''
    this.show()
    if (chatId === undefined) return byId('take-next').focus()
    this.#line.read()
    this.#onTaken(chatId, words)
  }

  #rowOf(place) {
    const { chatId, since, customer, groups } = place
    const chat = this.#desk.chats.get(chatId)
    // Pushes keep chats up to date that are also shown elsewhere on the page.
    const lastEvent = chat?.lastEvent ?? place.lastEvent
    return {
      id: chatId,
      user: { id: customer?.id, name: customer?.name },
      name: customer?.name || 'Customer',
      time: waitTime(Date.now() - since),
      preview: previewOf(lastEvent),
      isOpen: chat !== undefined && chat === this.#desk.openChat,
      teams: teamNames(groups),
      reason: this.#reason(place),
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
