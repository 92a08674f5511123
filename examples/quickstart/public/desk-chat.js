import { Conversation } from './conversation.js'
import { isLater, newestMessage } from './message-events.js'
import { Outbox } from './outbox.js'

/** One chat as the agent page knows it. Its summary is always known, its threads once it was opened. */
export class DeskChat {
  isUnread = false
  isLoaded = false
  earlierThreadIds = []
  /** Ids of the groups that can see the chat; empty when all can. */
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

  /**
   * Adds an event and returns whether it was new. Pushes do not name a thread, so their events belong to the last one.
   */
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

  /** Whether enough is known to list the chat. A chat that was opened by its address must be loaded first. */
  get isListed() {
    return this.#lastThread !== undefined
  }

  /** Whether messages or files are being sent to the chat. They would be lost with it. */
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

  /** Returns whether the agent is a member of the chat, or the chat is open and has no agent. */
  concerns(agentId) {
    return this.has(agentId) || (this.agents.length === 0 && !this.isClosed)
  }

  /** Returns whether another user sent the latest event, and the agent has not looked at the chat since. */
  isNewsTo(agentId) {
    const { lastEvent, conversation } = this
    if (lastEvent === undefined || lastEvent.author_id === agentId || !this.concerns(agentId)) return false
    return lastEvent.timestamp > (conversation.users.get(agentId)?.last_seen_timestamp ?? 0)
  }

  /** The latest event of a person or bot. */
  get lastEvent() {
    return newestMessage([...this.#lastEvents.values()])?.event
  }

  /**
   * Time of the latest event of a person or bot in seconds, or the beginning of the thread when there is none. System
   * messages do not count, so a transferred chat keeps its position in the list.
   */
  get activity() {
    return this.lastEvent?.timestamp ?? this.#lastThread?.timestamp ?? 0
  }

  /**
   * Whether the last thread is closed. A summary does not say so, but closing leaves a system message as the last
   * event.
   */
  get isClosed() {
    if (this.#lastThread === undefined) return true
    if (this.#closedThreadId === this.#lastThread.id) return true
    const system = this.#lastEvents.get('system_message')
    return system?.threadId === this.#lastThread.id && system.event.system_message_type === 'thread_archived'
  }
}
