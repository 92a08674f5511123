import { growWithText } from './dom.js'

/** A text field in a form: Enter sends, Shift+Enter makes a new line. */
export class Composer {
  #textarea
  #grow

  constructor({ form, textarea, onSend, onInput, onLeave }) {
    this.#textarea = textarea
    this.#grow = growWithText(textarea)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit(onSend)
    })
    textarea.addEventListener('keydown', (event) => {
      // While an input method composes a character, Enter belongs to it.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.#submit(onSend)
    })
    textarea.addEventListener('input', () => onInput(textarea.value.trim()))
    textarea.addEventListener('blur', () => onLeave?.())
  }

  focus() {
    this.#textarea.focus()
  }

  set placeholder(text) {
    this.#textarea.placeholder = text
  }

  clear() {
    this.#textarea.value = ''
    this.#grow()
  }

  #submit(onSend) {
    const text = this.#textarea.value.trim()
    if (text === '') return
    this.clear()
    onSend(text)
  }
}
