const EVERY_MS = 600

/** Tells what is being written, at most every `EVERY_MS`; that nothing is being written any more, at once. */
export class SneakPeek {
  #send
  #timer
  #text = ''
  #sent = ''

  constructor(send) {
    this.#send = send
  }

  update(text) {
    this.#text = text
    if (text === '') this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS)
  }

  #flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === this.#sent) return
    this.#sent = this.#text
    this.#send(this.#text)
  }
}
