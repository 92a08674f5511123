import { newestMessage } from './message-events.js'

/** Number of chats that are added when more are shown. A response has at most `MOST_PER_PAGE`. */
const CHATS_AT_A_TIME = 25
const MOST_PER_PAGE = 100
/** Delay before a read, so that several changes in a row cause one read. */
const REST_MS = 1_000
/** Interval for reading again, because no push says when agents connect, which affects why chats wait. */
const LOOK_AGAIN_MS = 15_000

/** The chats that wait for an agent, the longest-waiting first, as `get_filtered_chats` lists them. */
export class WaitingQueue {
  /**
   * `{chatId, since, memberIds, customer, groups, lastEvent}` of each chat. `since` is in milliseconds; `memberIds` are
   * agents who are members but not present. Most of these chats are in no other list of the page.
   */
  waitingChats = []
  hasMore = false
  isLoaded = false
  problem
  #desk
  #onChange
  #onRead
  #wantedCount = CHATS_AT_A_TIME
  #reads = 0
  #newest
  /** Chats that no longer wait, although a response in progress may still list them. */
  #ended = new Set()
  #timer

  /** @param onRead called before the queue is read, to load related data; its promise is awaited */
  constructor(desk, { onChange, onRead }) {
    this.#desk = desk
    this.#onChange = onChange
    this.#onRead = onRead
    setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS)
  }

  has(chatId) {
    return this.waitingChats.some((waitingChat) => waitingChat.chatId === chatId)
  }

  /** Reads the queue immediately. Resolves once no newer read is in progress. */
  read() {
    this.#newest = this.#read()
    return this.#newest
  }

  showMore() {
    this.#wantedCount = this.waitingChats.length + CHATS_AT_A_TIME
    return this.read()
  }

  /** Schedules a read when a push may have changed the queue. */
  note(action, payload) {
    if (endsWait(action, payload)) {
      this.#ended.add(payload.chat_id)
      this.waitingChats = this.waitingChats.filter(({ chatId }) => chatId !== payload.chat_id)
    }
    if (changesQueue(action, payload)) this.#timer ??= setTimeout(() => this.read(), REST_MS)
  }

  async #read() {
    const read = ++this.#reads
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#ended.clear()
    try {
      const [found] = await Promise.all([this.#readPages(), this.#onRead()])
      if (read !== this.#reads) return this.#newest
      this.waitingChats = found.waitingChats.filter(({ chatId }) => !this.#ended.has(chatId))
      this.hasMore = found.hasMore
      this.isLoaded = true
      this.problem = undefined
    } catch (error) {
      if (read !== this.#reads) return this.#newest
      // A lost connection is ignored, because the queue is read again after the next login.
      if (error.type !== 'offline') this.problem = error.message
    }
    this.#onChange()
  }

  /** Reads all pages from the first one on. A chat is never listed twice, even when positions change meanwhile. */
  async #readPages() {
    const waitingChats = []
    let pageId = ''
    do {
      const limit = Math.min(this.#wantedCount - waitingChats.length, MOST_PER_PAGE)
      const request = { sort_order: 'waiting', filters: { routing: 'waiting' }, page_id: pageId, limit }
      const answer = await this.#desk.request('get_filtered_chats', request)
      waitingChats.push(...answer.chats_summary.map(waitingChatOf))
      pageId = answer.next_page_id
    } while (pageId !== undefined && waitingChats.length < this.#wantedCount)
    return { waitingChats, hasMore: pageId !== undefined }
  }

  #lookAgain() {
    const { connection, isReading } = this.#desk
    if (connection.state === 'online' && isReading && this.waitingChats.length > 0) this.read()
  }
}

function waitingChatOf({ id, users, scopes, queue: { wait_seconds }, last_event_per_type }) {
  const members = users.filter((user) => user.type === 'agent' && user.present)
  return {
    chatId: id,
    since: Date.now() - wait_seconds * 1_000,
    memberIds: new Set(members.map((agent) => agent.id)),
    customer: users.find((user) => user.type === 'customer'),
    groups: scopes.groups ?? [],
    lastEvent: newestMessage(entriesOf(last_event_per_type))?.event,
  }
}

function entriesOf(lastEvents) {
  return Object.values(lastEvents).map(({ thread_order, event }) => ({ event, threadOrder: thread_order }))
}

const QUEUE_CHANGES = new Set([
  'incoming_chat_thread',
  'chat_users_updated',
  'thread_closed',
  'chat_scopes_updated',
  'customer_banned',
  'agent_updated',
])

function changesQueue(action, { event }) {
  if (action === 'incoming_event') return event.system_message_type?.startsWith('routing.') === true
  return QUEUE_CHANGES.has(action)
}

function endsWait(action, { event, updated_users }) {
  if (action === 'incoming_event') return event.system_message_type === 'routing.assigned'
  if (action === 'chat_users_updated') return updated_users.agents.added.some((agent) => agent.present)
  return action === 'thread_closed'
}
