import { newestSaid } from './said.js'

/** So many more places are shown at a time; an answer has 100 at most. */
const PLACES_AT_A_TIME = 25
const MOST_PER_PAGE = 100
/** Several changes in a row are read at once. */
const REST_MS = 1_000
/** No push tells who has connected, and so why chats wait. */
const LOOK_AGAIN_MS = 15_000

/** The chats that wait for an agent, the longest-waiting first, as `get_filtered_chats` lists them. */
export class WaitingLine {
  /**
   * `{chatId, since, memberIds, customer, groups, lastEvent}` of each: since when, in milliseconds, and which agents are
   * members, but not there. Most of these chats are in no other list of the page.
   */
  places = []
  hasMore = false
  isLoaded = false
  problem
  #desk
  #onChange
  #onRead
  #wantedCount = PLACES_AT_A_TIME
  #reads = 0
  #newest
  /** Chats that wait no more, which an answer under way may still show. */
  #ended = new Set()
  #timer

  /** @param onRead called before the line is read, for what else is shown of it; a promise is waited for */
  constructor(desk, { onChange, onRead }) {
    this.#desk = desk
    this.#onChange = onChange
    this.#onRead = onRead
    setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS)
  }

  has(chatId) {
    return this.places.some((place) => place.chatId === chatId)
  }

  /** Reads it anew, at once. Resolves when nothing newer is under way. */
  read() {
    this.#newest = this.#read()
    return this.#newest
  }

  showMore() {
    this.#wantedCount = this.places.length + PLACES_AT_A_TIME
    return this.read()
  }

  /** A push may have changed it. */
  note(action, payload) {
    if (endsWait(action, payload)) {
      this.#ended.add(payload.chat_id)
      this.places = this.places.filter(({ chatId }) => chatId !== payload.chat_id)
    }
    if (changesLine(action, payload)) this.#timer ??= setTimeout(() => this.read(), REST_MS)
  }

  async #read() {
    const read = ++this.#reads
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#ended.clear()
    try {
      const [found] = await Promise.all([this.#readPages(), this.#onRead()])
      if (read !== this.#reads) return this.#newest
      this.places = found.places.filter(({ chatId }) => !this.#ended.has(chatId))
      this.hasMore = found.hasMore
      this.isLoaded = true
      this.problem = undefined
    } catch (error) {
      if (read !== this.#reads) return this.#newest
      // A lost connection brings a new login, and that another read.
      if (error.type !== 'offline') this.problem = error.message
    }
    this.#onChange()
  }

  /** All from the first page on: so no place is there twice, however they have moved. */
  async #readPages() {
    const places = []
    let pageId = ''
    do {
      const limit = Math.min(this.#wantedCount - places.length, MOST_PER_PAGE)
      const asked = { sort_order: 'waiting', filters: { routing: 'waiting' }, page_id: pageId, limit }
      const answer = await this.#desk.request('get_filtered_chats', asked)
      places.push(...answer.chats_summary.map(placeOf))
      pageId = answer.next_page_id
    } while (pageId !== undefined && places.length < this.#wantedCount)
    return { places, hasMore: pageId !== undefined }
  }

  #lookAgain() {
    const { connection, isReading } = this.#desk
    if (connection.state === 'online' && isReading && this.places.length > 0) this.read()
  }
}

function placeOf({ id, users, scopes, queue: { wait_seconds }, last_event_per_type }) {
  const members = users.filter((user) => user.type === 'agent' && user.present)
  return {
    chatId: id,
    since: Date.now() - wait_seconds * 1_000,
    memberIds: new Set(members.map((agent) => agent.id)),
    customer: users.find((user) => user.type === 'customer'),
    groups: scopes.groups ?? [],
    lastEvent: newestSaid(entriesOf(last_event_per_type))?.event,
  }
}

function entriesOf(lastEvents) {
  return Object.values(lastEvents).map(({ thread_order, event }) => ({ event, threadOrder: thread_order }))
}

const LINE_CHANGES = new Set([
  'incoming_chat_thread',
  'chat_users_updated',
  'thread_closed',
  'chat_scopes_updated',
  'customer_banned',
  'agent_updated',
])

function changesLine(action, { event }) {
  if (action === 'incoming_event') return event.system_message_type?.startsWith('routing.') === true
  return LINE_CHANGES.has(action)
}

function endsWait(action, { event, updated_users }) {
  if (action === 'incoming_event') return event.system_message_type === 'routing.assigned'
  if (action === 'chat_users_updated') return updated_users.agents.added.some((agent) => agent.present)
  return action === 'thread_closed'
}
