/**
 * One chat as a page knows it. Events are sorted by thread, and within a thread by `order`, because two events may have
 * the same timestamp.
 */
export class Conversation {
  users = new Map()
  #threads = new Map()
  #eventIds = new Set()

  constructor(id) {
    this.id = id
  }

  putUsers(users) {
    for (const user of users) this.users.set(user.id, user)
  }

  /** Marks users as absent. They stay known, because their messages stay. */
  markAbsent(userIds) {
    for (const id of userIds) {
      const user = this.users.get(id)
      if (user !== undefined) this.users.set(id, { ...user, present: false })
    }
  }

  setLastSeen(userId, timestamp) {
    const user = this.users.get(userId)
    if (user !== undefined) this.users.set(userId, { ...user, last_seen_timestamp: timestamp })
  }

  /**
   * Replaces all threads after a reconnect. `threads` contains what was missed; threads that are not in it were never
   * loaded.
   */
  replaceThreads(threads) {
    this.#threads.clear()
    this.#eventIds.clear()
    for (const thread of threads) this.putThread(thread)
  }

  putThread({ id, order, active, events = [] }) {
    const known = this.#threads.get(id)
    this.#threads.set(id, { id, order, active, events: known?.events ?? [] })
    for (const event of events) this.addEvent(event, id)
  }

  /**
   * Adds an event and returns whether it was new. Without a thread id it belongs to the last thread, as in the Agent
   * API's pushes.
   */
  addEvent(event, threadId = this.lastThread?.id) {
    const thread = this.#threads.get(threadId)
    if (thread === undefined || this.#eventIds.has(event.id)) return false
    this.#eventIds.add(event.id)
    thread.events.push(event)
    thread.events.sort((a, b) => a.order - b.order)
    return true
  }

  /** Records that a user pressed a button of a rich message, or released it. */
  putPostback({ event_id, user_id, postback: { id, toggled } }) {
    this.#changeEvent(event_id, (event) => ({
      ...event,
      elements: event.elements?.map((part) => ({
        ...part,
        buttons: part.buttons?.map((button) => toggledBy(button, { id, toggled, userId: user_id })),
      })),
    }))
  }

  /**
   * Replaces events by their current version. Only the users who pressed the buttons of a rich message can have
   * changed.
   */
  refreshEvents(events) {
    for (const event of events) this.#changeEvent(event.id, () => event)
  }

  #changeEvent(eventId, change) {
    if (!this.#eventIds.has(eventId)) return
    for (const thread of this.#threads.values()) {
      const index = thread.events.findIndex((event) => event.id === eventId)
      if (index !== -1) thread.events[index] = change(thread.events[index])
    }
  }

  closeThread(threadId) {
    const thread = this.#threads.get(threadId)
    if (thread !== undefined) thread.active = false
  }

  hasThread(threadId) {
    return this.#threads.has(threadId)
  }

  get threads() {
    return [...this.#threads.values()].sort((a, b) => a.order - b.order)
  }

  get lastThread() {
    return this.threads.at(-1)
  }

  get isActive() {
    return this.lastThread?.active === true
  }

  get events() {
    return this.threads.flatMap((thread) => thread.events)
  }
}

function toggledBy(button, { id, toggled, userId }) {
  if (button.postback_id !== id) return button
  const others = (button.user_ids ?? []).filter((other) => other !== userId)
  return { ...button, user_ids: toggled ? [...others, userId] : others }
}
