import { fileSize } from './format.js'

/** The engine's maximum file size, and the number of files that can be queued. */
const MOST_BYTES = 10_485_760
const MOST_FILES = 10

/**
 * Files that were chosen for one chat and are not sent yet. They are sent one after the other, each with an idempotency
 * key that makes a repeated upload harmless. Unlike texts they are lost with the page, because a browser does not let a
 * page keep files.
 */
export class FileQueue {
  items = []
  /** `{name, reason}` of the last file that could not be chosen. */
  problem
  #deliver
  #onChange
  #isSending = false

  /** @param deliver `(item, {onProgress, signal}) => Promise`; rejects with an `RtmError` */
  constructor({ deliver, onChange }) {
    this.#deliver = deliver
    this.#onChange = onChange
  }

  get hasChosen() {
    return this.items.some((item) => item.state === 'chosen')
  }

  choose(files) {
    this.problem = undefined
    for (const file of files) {
      const reason = this.#problemOf(file)
      if (reason !== undefined) this.problem = { name: file.name, reason }
      else this.items.push({ key: crypto.randomUUID(), file, state: 'chosen', progress: 0 })
    }
    this.#onChange()
  }

  send(recipients) {
    for (const item of this.items) {
      if (item.state === 'chosen') Object.assign(item, { state: 'waiting', recipients })
    }
    this.#flush()
  }

  retry(key) {
    const item = this.items.find((candidate) => candidate.key === key)
    if (item !== undefined) item.state = 'waiting'
    this.#flush()
  }

  remove(key) {
    this.items.find((item) => item.key === key)?.cancel?.abort()
    this.items = this.items.filter((item) => item.key !== key)
    this.problem = undefined
    this.#onChange()
  }

  clear() {
    for (const { key } of this.items) this.remove(key)
  }

  #problemOf({ size }) {
    if (this.items.length >= MOST_FILES) return `at most ${MOST_FILES} files at a time.`
    if (size === 0) return 'it is empty.'
    if (size > MOST_BYTES) return `${fileSize(size)} is too large, at most 10 MB can be sent.`
    return undefined
  }

  async #flush() {
    this.#onChange()
    if (this.#isSending) return
    this.#isSending = true
    for (let item = this.#next(); item !== undefined; item = this.#next()) await this.#send(item)
    this.#isSending = false
    this.#onChange()
  }

  #next() {
    return this.items.find((item) => item.state === 'waiting')
  }

  async #send(item) {
    item.cancel = new AbortController()
    Object.assign(item, { state: 'sending', progress: 0, error: undefined })
    this.#onChange()
    const onProgress = (progress) => {
      item.progress = progress
      this.#onChange()
    }
    try {
      await this.#deliver(item, { onProgress, signal: item.cancel.signal })
      this.remove(item.key)
    } catch (error) {
      Object.assign(item, { state: 'failed', error: error.message })
    }
  }
}
