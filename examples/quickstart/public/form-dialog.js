import { byId } from './dom.js'

/** A mistake in a form. `field` is the name of the form field. */
export class FieldProblem extends Error {
  constructor(field, text) {
    super(text)
    this.name = 'FieldProblem'
    this.field = field
  }
}

/** A dialog of `console.html` with a form. The ids of its parts begin with its name. */
export class FormDialog {
  #name
  #dialog
  #read
  #save
  form

  constructor(name) {
    this.#name = name
    this.#dialog = byId(`${name}-dialog`)
    this.form = byId(`${name}-form`)
    this.form.addEventListener('submit', (event) => this.#submit(event))
    // Empties the form, so that no secret stays in it.
    this.#dialog.addEventListener('close', () => this.form.reset())
    this.form.addEventListener('input', () => this.#sayProblem(''))
  }

  get fields() {
    return this.form.elements
  }

  /**
   * Opens the form, which is empty before and after.
   *
   * @param fill called with the form's fields
   * @param read `() => fields`; throws a {@link FieldProblem}
   * @param save `(fields) => Promise`; when it rejects, the reason is shown and the dialog stays open
   */
  open({ title, label, fill, read, save }) {
    this.#read = read
    this.#save = save
    fill(this.fields)
    this.#sayProblem('')
    byId(`${this.#name}-dialog-title`).textContent = title
    this.#button.textContent = label
    this.#dialog.showModal()
    this.#dialog.scrollTop = 0
  }

  get #button() {
    return byId(`${this.#name}-save`)
  }

  async #submit(event) {
    event.preventDefault()
    this.#button.disabled = true
    try {
      await this.#save(this.#read())
      this.#dialog.close()
    } catch (error) {
      this.#sayProblem(error.message, error.field)
    } finally {
      this.#button.disabled = false
    }
  }

  #sayProblem(text, field) {
    const node = byId(`${this.#name}-problem`)
    node.hidden = text === ''
    node.textContent = text
    if (text === '') return
    if (field !== undefined) this.fields[field].focus()
    node.scrollIntoView({ block: 'nearest' })
  }
}
