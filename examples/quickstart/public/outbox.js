/**
 * Messages on their way. They are sent one after the other, wait while there is no connection, and carry a key
 * that makes a repetition harmless: the same key is never stored twice.
 */
export class Outbox {
  items = []
  #send
  #onChange
  #isSending = false

  /** @param send `(item) => Promise`, rejecting with an `RtmError` */
  constructor(send, onChange) {
    this.#send = send
    this.#onChange = onChange
  }

  add(text, recipients) {
    this.items.push({ key: crypto.randomUUID(), text, recipients, state: 'waiting' })
    this.flush()
  }

  retry(key) {
    const item = this.items.find((candidate) => candidate.key === key)
    if (item !== undefined) item.state = 'waiting'
    this.flush()
  }

  /** The event is known to be stored; its `custom_id` is the key. */
  confirm(event) {
    this.items = this.items.filter((item) => item.key !== event.custom_id)
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

  #next() {
    return this.items.find((item) => item.state === 'waiting')
  }

  /** `false` when it makes no sense to try the next one now. */
  async #deliver(item) {
    item.state = 'sending'
    try {
      await this.#send(item)
      this.items = this.items.filter((candidate) => candidate !== item)
      return true
    } catch (error) {
      item.state = error.type === 'offline' ? 'waiting' : 'failed'
      item.error = error.message
      this.#onChange()
      return item.state === 'failed'
    }
  }
}
