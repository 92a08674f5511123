import { byId } from './dom.js'
import { onKey } from './keys.js'

/** The form before the first chat, which asks for the customer's name and topic. */
export class Prechat {
  #chat
  #onBegun
  #text = byId('prechat-text')

  constructor(chat, onBegun) {
    this.#chat = chat
    this.#onBegun = onBegun
    byId('prechat').addEventListener('submit', (event) => {
      event.preventDefault()
      this.#begin()
    })
    this.#text.addEventListener('input', () => chat.input(this.#text.value))
    onKey(this.#text, (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return
      event.preventDefault()
      byId('prechat').requestSubmit()
    })
  }

  set text(text) {
    this.#text.value = text
  }

  focus() {
    byId('prechat-name').focus()
  }

  async #begin() {
    const [name, email, text] = ['prechat-name', 'prechat-email', 'prechat-text'].map((id) =>
      byId(id).value.trim(),
    )
    if (name === '' || text === '') return
    const problem = byId('prechat-error')
    problem.hidden = true
    try {
      await this.#chat.begin({ name, email, form: filledForm(email, byId('prechat-topic')), text })
      this.text = ''
      this.#onBegun()
    } catch (error) {
      problem.textContent = `That did not work. ${error.message}`
      problem.hidden = false
    }
  }
}

/** Returns the fields of a `filled_form`, or `undefined` when nothing was filled in besides name and message. */
function filledForm(email, topic) {
  const options = [...topic.options]
    .filter(({ value }) => value !== '')
    .map(({ label, value, selected }) => ({ label, value, checked: selected }))
  const fields = [
    { type: 'email', name: 'email', label: 'E-mail', required: false, value: email },
    { type: 'select', name: 'topic', label: 'Topic', required: false, options },
  ]
  const filled = fields.filter(({ value, options = [] }) => value || options.some(({ checked }) => checked))
  return filled.length > 0 ? filled : undefined
}
