/**
 * Time for which the engine recognizes a repetition by its key. Messages that have waited longer are sent only when the
 * user tries again.
 */
const REPEATABLE_MS = 86_400_000
/** Pause after a rate limit error. After it, about 20 more messages are allowed. */
const PAUSE_MS = 1_000

/**
 * Messages that are being sent. They are sent one after the other and wait while there is no connection. Each has a key
 * that makes a repetition harmless, because the engine stores the same key only once.
 */
export class Outbox {
  items = []
  #send
  #onChange
  #unsent
  #isSending = false

  /** @param send `(item) => Promise`; rejects with an `RtmError` */
  constructor(send, onChange) {
    this.#send = send
    this.#onChange = onChange
  }

  /** Keeps messages in `unsent` until they are sent. Messages that an earlier page left there are sent first. */
  keepIn(unsent) {
    this.#unsent = unsent
    this.items = [...unsent.messages.map(revived), ...this.items]
  }

  add(text, recipients) {
    this.addEvent({ type: 'message', text }, { recipients })
  }

  /** Adds an event, unless one with the same key is already waiting. The same key is sent only once. */
  addEvent(content, { key = crypto.randomUUID(), recipients } = {}) {
    if (this.items.some((item) => item.key === key)) return
    // Gives each message a later time than the one before, because the time defines their order.
    const writtenAt = Math.max(Date.now(), (this.items.at(-1)?.writtenAt ?? 0) + 1)
    const item = { key, content, recipients, writtenAt, state: 'waiting' }
    this.items.push(item)
    this.#unsent.keepMessage(item)
    this.flush()
  }

  retry(key) {
    const item = this.items.find((candidate) => candidate.key === key)
    if (item !== undefined) item.state = 'waiting'
    this.flush()
  }

  /** Removes the message whose event was stored; its `custom_id` is the key. */
  confirm(event) {
    this.#drop(event.custom_id)
  }

  discard(key) {
    this.#drop(key)
    this.#onChange()
  }

  clear() {
    this.items = []
  }

  async flush() {
    this.#onChange()
    if (this.#isSending) return
    this.#isSending = true
    for (let item = this.#next(); item !== undefined; item = this.#next()) {
      if (!(await this.#deliver(item))) break
    }
    this.#isSending = false
    this.#onChange()
  }

  #drop(key) {
    if (!this.items.some((item) => item.key === key)) return
    this.items = this.items.filter((item) => item.key !== key)
    this.#unsent.dropMessage(key)
  }

  #next() {
    return this.items.find((item) => item.state === 'waiting')
  }

  /** Sends one message. Resolves with `false` when the next one should not be tried now. */
  async #deliver(item) {
    item.state = 'sending'
    this.#onChange()
    try {
      await this.#send(item)
      this.#drop(item.key)
      return true
    } catch (error) {
      if (error.type === 'too_many_requests') {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        item.state = 'waiting'
        return true
      }
      item.state = error.type === 'offline' ? 'waiting' : 'failed'
      item.error = error.message
      this.#onChange()
      return item.state === 'failed'
    }
  }
}

function revived(message) {
  const isLate = Date.now() - message.writtenAt > REPEATABLE_MS
  return isLate
    ? { ...message, state: 'failed', error: 'It was written more than a day ago.' }
    : { ...message, state: 'waiting' }
}
