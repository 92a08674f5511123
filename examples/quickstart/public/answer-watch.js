const EVERY_MS = 4_000
/** Further up nobody looks for answers, and a long thread is much to read again and again. */
const NEWEST_EVENTS = 50

/**
 * The Agent API has no push for a button that a customer presses: who pressed it is in the event when it is read. So
 * while a rich message is in sight that may still be answered, its thread is read again.
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
    // What fails now is asked for again in a moment.
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
