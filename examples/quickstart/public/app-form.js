import { isolated } from './direction.js'
import { byId, element } from './dom.js'

const LEVELS = [
  ['normal', 'Any agent can grant these'],
  ['administrator', 'Only an administrator can grant these'],
]

/** The dialog in which an app is registered or edited. */
export class AppForm {
  #dialog = byId('app-dialog')
  #form = byId('app-form')
  #save

  constructor() {
    this.#form.addEventListener('submit', (event) => this.#submit(event))
    this.#form.addEventListener('change', () => this.#followType())
  }

  putScopes(scopes) {
    const groups = LEVELS.map(([level, title]) =>
      scopeGroup(
        title,
        scopes.filter((scope) => scope.level === level),
      ),
    )
    byId('scopes').replaceChildren(...groups)
  }

  /**
   * @param app the app to edit; `undefined` for a new one
   * @param save `(fields) => Promise`; when it rejects, the reason is shown and the dialog stays open
   */
  open(app, save) {
    this.#save = save
    this.#fill(app)
    this.#sayProblem('')
    byId('app-dialog-title').textContent =
      app === undefined ? 'Register an app' : `Edit ${isolated(app.name)}`
    byId('app-save').textContent = app === undefined ? 'Register' : 'Save'
    this.#dialog.showModal()
    this.#dialog.scrollTop = 0
  }

  #fill({
    name = '',
    type = 'browser',
    visibility = 'private',
    redirect_uris = [],
    scopes = [],
    client_id,
  } = {}) {
    const { elements } = this.#form
    elements.name.value = name
    elements.type.value = type
    elements.visibility.value = visibility
    elements.redirect_uris.value = redirect_uris.join('\n')
    for (const box of this.#scopeBoxes()) box.checked = scopes.includes(box.value)
    byId('type-field').disabled = client_id !== undefined
    this.#followType()
  }

  /** Adapts the form to the type, because a public app cannot be server-side. */
  #followType() {
    const { type, visibility } = this.#form.elements
    const isServer = type.value === 'server'
    for (const choice of visibility) choice.disabled = isServer && choice.value === 'public'
    if (isServer) visibility.value = 'private'
  }

  async #submit(event) {
    event.preventDefault()
    const fields = this.#read()
    const problem = problemIn(fields)
    if (problem !== undefined) return this.#sayProblem(problem.text, problem.field)
    byId('app-save').disabled = true
    try {
      await this.#save(fields)
      this.#dialog.close()
    } catch (error) {
      this.#sayProblem(error.message)
    } finally {
      byId('app-save').disabled = false
    }
  }

  #read() {
    const { name, type, visibility, redirect_uris } = this.#form.elements
    return {
      name: name.value.trim(),
      type: type.value,
      visibility: visibility.value,
      // The addresses may be separated by commas or white space.
      redirect_uris: redirect_uris.value.split(/[\s,]+/).filter((uri) => uri !== ''),
      scopes: this.#scopeBoxes()
        .filter((box) => box.checked)
        .map((box) => box.value),
    }
  }

  #scopeBoxes() {
    return [...byId('scopes').querySelectorAll('input')]
  }

  #sayProblem(text, field) {
    const node = byId('app-problem')
    node.hidden = text === ''
    node.textContent = text
    if (field !== undefined) this.#form.elements[field].focus()
    else if (text !== '') node.scrollIntoView({ block: 'nearest' })
  }
}

function problemIn({ name, redirect_uris }) {
  if (name === '') return { field: 'name', text: 'The app needs a name.' }
  if (redirect_uris.length === 0) return { field: 'redirect_uris', text: 'The app needs a redirect URI.' }
  return undefined
}

function scopeGroup(title, scopes) {
  return element('fieldset', { class: 'scope-group' }, element('legend', {}, title), ...scopes.map(scopeBox))
}

function scopeBox({ name, meaning }) {
  return element(
    'label',
    { class: 'choice' },
    element('input', { type: 'checkbox', name: 'scopes', value: name }),
    element('span', {}, meaning, element('code', { class: 'hint' }, name)),
  )
}
