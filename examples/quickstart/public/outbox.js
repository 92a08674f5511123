/** So long a repetition is recognized by its key. What waited longer is sent only if somebody still wants it to be. */
const REPEATABLE_MS = 86_400_000
/** Who writes faster than is allowed waits; by then some 20 more may be sent. */
const PAUSE_MS = 1_000

/**
 * Messages on their way. They are sent one after the other, wait while there is no connection, and carry a key
 * that makes a repetition harmless: the same key is never stored twice.
 */
export class Outbox {
  items = []
  #send
  #onChange
  #unsent
  #isSending = false

  /** @param send `(item) => Promise`, rejecting with an `RtmError` */
  constructor(send, onChange) {
    this.#send = send
    this.#onChange = onChange
  }

  /** From now on messages are kept in `unsent` until they are sent; those that an earlier page left there go first. */
  keepIn(unsent) {
    this.#unsent = unsent
    this.items = [...unsent.messages.map(revived), ...this.items]
  }

  add(text, recipients) {
    this.addEvent({ type: 'message', text }, { recipients })
  }

  /** What is known by the same key is the same event: it is sent once, however often it is asked for. */
  addEvent(content, { key = crypto.randomUUID(), recipients } = {}) {
    if (this.items.some((item) => item.key === key)) return
    // The order counts, also of two messages within a millisecond.
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

  /** The event is known to be stored; its `custom_id` is the key. */
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

  /** `false` when it makes no sense to try the next one now. */
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
