const EVERY_MS = 600

/** Sends the unsent text at most once every `EVERY_MS`. An emptied field is sent immediately. */
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
