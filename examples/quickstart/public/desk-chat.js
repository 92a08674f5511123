import { Conversation } from './conversation.js'
import { Outbox } from './outbox.js'
import { isLater, newestSaid } from './said.js'

/** One chat as the agent page knows it: always its summary, and its threads once it was opened. */
export class DeskChat {
  isUnread = false
  isLoaded = false
  earlierThreadIds = []
  /** Ids of the groups that see it; empty: all do. */
  groups = []
  #lastEvents = new Map()
  #lastThread
  #closedThreadId

  constructor(id, { unsent, files, deliver, onChange }) {
    this.id = id
    this.conversation = new Conversation(id)
    this.unsent = unsent
    this.files = files
    this.outbox = new Outbox(deliver, onChange)
    this.outbox.keepIn(unsent)
  }

  putSummary({ users, scopes, last_event_per_type, last_thread_summary }) {
    this.groups = scopes.groups ?? []
    this.conversation.putUsers(users)
    this.#lastThread = last_thread_summary
    this.#lastEvents.clear()
    for (const { thread_id, thread_order, event } of Object.values(last_event_per_type)) {
      this.#note(event, thread_id, thread_order)
    }
  }

  putThread(thread) {
    if (thread.order < (this.#lastThread?.order ?? 0)) return
    this.#lastThread = thread
    this.conversation.putThread({ ...thread, events: [] })
    for (const event of thread.events) this.putEvent(event, thread.id)
  }

  /** Whether the event was new. A push names no thread: events go to the last one. */
  putEvent(event, threadId = this.#lastThread.id) {
    const known = this.#lastEvents.get(event.type)
    const order = threadId === this.#lastThread.id ? this.#lastThread.order : (known?.threadOrder ?? 0)
    this.outbox.confirm(event)
    this.#note(event, threadId, order)
    this.conversation.addEvent(event, threadId)
    return known?.event.id !== event.id
  }

  changeGroups(added, removed) {
    this.groups = [...this.groups.filter((id) => !added.includes(id) && !removed.includes(id)), ...added]
  }

  closeThread(threadId) {
    this.#closedThreadId = threadId
    this.conversation.closeThread(threadId)
  }

  #note(event, threadId, threadOrder) {
    const known = this.#lastEvents.get(event.type)
    const entry = { event, threadId, threadOrder }
    if (known === undefined || isLater(entry, known)) this.#lastEvents.set(event.type, entry)
  }

  /** Whether enough is known of it to stand in the list; one that was opened by its address is loaded first. */
  get isListed() {
    return this.#lastThread !== undefined
  }

  /** Whether something is on its way to it, which would be lost with it. */
  get isSending() {
    return this.outbox.items.length > 0 || this.files.items.length > 0
  }

  get customer() {
    return [...this.conversation.users.values()].find((user) => user.type === 'customer')
  }

  get agents() {
    return [...this.conversation.users.values()].filter((user) => user.type === 'agent' && user.present)
  }

  has(agentId) {
    return this.conversation.users.get(agentId)?.present === true
  }

  /** Chats of one's own, and those that nobody takes care of. */
  concerns(agentId) {
    return this.has(agentId) || (this.agents.length === 0 && !this.isClosed)
  }

  /** Whether somebody else wrote the newest thing, after the agent has last looked. */
  isNewsTo(agentId) {
    const { lastEvent, conversation } = this
    if (lastEvent === undefined || lastEvent.author_id === agentId || !this.concerns(agentId)) return false
    return lastEvent.timestamp > (conversation.users.get(agentId)?.last_seen_timestamp ?? 0)
  }

  /** The newest thing that somebody said. */
  get lastEvent() {
    return newestSaid([...this.#lastEvents.values()])?.event
  }

  /**
   * When somebody said something last, in seconds; where nobody has yet, when the thread began. A chat that only changes hands
   * stays where it is in the list.
   */
  get activity() {
    return this.lastEvent?.timestamp ?? this.#lastThread?.timestamp ?? 0
  }

  /** A summary does not say whether the thread is active, but closing one leaves a message as its last event. */
  get isClosed() {
    if (this.#lastThread === undefined) return true
    if (this.#closedThreadId === this.#lastThread.id) return true
    const system = this.#lastEvents.get('system_message')
    return system?.threadId === this.#lastThread.id && system.event.system_message_type === 'thread_archived'
  }
}
