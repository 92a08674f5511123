const EVERY_MS = 4_000
/**
 * Number of latest events that are checked for rich messages. Earlier ones are rarely answered, and long threads are
 * costly to read repeatedly.
 */
const NEWEST_EVENTS = 50

/**
 * Reads the open thread repeatedly while a rich message in it may still be answered. The Agent API has no push for a
 * pressed button: the event itself contains who pressed it.
 */
export class AnswerWatch {
  #desk
  #onChange

  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
    setInterval(() => this.#look(), EVERY_MS)
  }

  async #look() {
    const { openChat: chat, isReading, connection } = this.#desk
    if (connection.state !== 'online' || !isReading || !chat?.isLoaded || !isAsking(chat.conversation)) return
    const request = { chat_id: chat.id, thread_ids: [chat.conversation.lastThread.id] }
    // A failure is ignored, because the next attempt follows soon.
    const answer = await this.#desk.request('get_chat_threads', request).catch(() => undefined)
    if (answer === undefined) return
    for (const { events } of answer.chat.threads) {
      chat.conversation.refreshEvents(events.filter((event) => event.type === 'rich_message'))
    }
    this.#onChange()
  }
}

function isAsking({ isActive, lastThread }) {
  return isActive && lastThread.events.slice(-NEWEST_EVENTS).some((event) => event.type === 'rich_message')
}
