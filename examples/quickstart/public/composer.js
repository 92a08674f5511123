import { onKey } from './keys.js'

/** A text field in a form: Enter sends, Shift+Enter makes a new line. */
export class Composer {
  #textarea
  #onInput
  #hasMore
  #takesKey = () => false

  /** @param hasMore `() => boolean`: whether there is something to send besides the text */
  constructor({ form, textarea, onSend, onInput, onLeave, hasMore = () => false }) {
    this.#textarea = textarea
    this.#onInput = onInput
    this.#hasMore = hasMore
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit(onSend)
    })
    onKey(textarea, (event) => {
      if (this.#takesKey(event)) return event.preventDefault()
      if (event.key !== 'Enter' || event.shiftKey) return
      event.preventDefault()
      this.#submit(onSend)
    })
    textarea.addEventListener('input', () => {
      this.#fit()
      onInput(textarea.value)
    })
    textarea.addEventListener('blur', () => onLeave?.())
  }

  focus() {
    this.#textarea.focus()
  }

  /**
   * @param takesKey `(event) => boolean`: called with each key first; when it returns true, the composer ignores the
   * key
   */
  shareKeys(takesKey) {
    this.#takesKey = takesKey
  }

  set placeholder(text) {
    this.#textarea.placeholder = text
  }

  get text() {
    return this.#textarea.value
  }

  set text(text) {
    this.#textarea.value = text
    this.#fit()
  }

  /** Inserts text at the caret, as if it were typed. */
  insert(text) {
    const { selectionStart, selectionEnd, value, maxLength } = this.#textarea
    if (value.length - (selectionEnd - selectionStart) + text.length > maxLength) return
    this.#textarea.setRangeText(text, selectionStart, selectionEnd, 'end')
    this.#fit()
    this.#onInput(this.text)
  }

  /** Replaces the whole text, as if it were typed. */
  replace(text) {
    this.#textarea.setSelectionRange(0, this.#textarea.value.length)
    this.insert(text)
  }

  #submit(onSend) {
    const text = this.text.trim()
    if (text === '' && !this.#hasMore()) return
    this.text = ''
    onSend(text)
  }

  /** Copies the text for the style sheet, which gives the field the height of the copy. */
  #fit() {
    this.#textarea.parentElement.dataset.text = this.#textarea.value
  }
}
