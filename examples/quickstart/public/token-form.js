import { byId, element } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'

/** The dialog in which an access token is issued. */
export class TokenForm {
  #dialog = new FormDialog('token')
  #apps = []
  #scopes = []

  constructor() {
    byId('token-app').addEventListener('change', () => this.#followApp())
  }

  /**
   * @param choices `{apps, agents, scopes}` of the license
   * @param save `(fields) => Promise`
   */
  open({ apps, agents, scopes }, save) {
    this.#apps = apps
    this.#scopes = scopes
    const fill = (fields) => {
      putOptions(
        fields.client_id,
        apps.map(({ client_id, name }) => [client_id, name]),
      )
      putOptions(
        fields.agent_id,
        agents.map(({ id, name, permission }) => [
          id,
          permission === 'administrator' ? `${name}, administrator` : name,
        ]),
      )
      this.#followApp()
    }
    this.#dialog.open({ title: 'Issue a token', label: 'Issue', fill, read: () => this.#read(), save })
  }

  /** Offers only the scopes of the selected app, because a token cannot have others. */
  #followApp() {
    const app = this.#apps.find(({ client_id }) => client_id === this.#dialog.fields.client_id.value)
    const allowed = this.#scopes.filter(({ name }) => app?.scopes.includes(name))
    const boxes = allowed.map(scopeBox)
    byId('token-scopes').replaceChildren(
      ...(boxes.length > 0
        ? boxes
        : [element('p', { class: 'hint' }, 'The app has no scopes: its tokens only say who the agent is.')]),
    )
  }

  #read() {
    const { client_id, agent_id } = this.#dialog.fields
    if (client_id.value === '') throw new FieldProblem('client_id', 'The token needs an app.')
    if (agent_id.value === '') throw new FieldProblem('agent_id', 'The token needs an agent.')
    const chosen = [...byId('token-scopes').querySelectorAll('input:checked')]
    return {
      ...{ client_id: client_id.value, agent_id: agent_id.value },
      scopes: chosen.map((box) => box.value),
    }
  }
}

function putOptions(select, options) {
  select.replaceChildren(...options.map(([value, text]) => element('option', { value, dir: 'auto' }, text)))
}

function scopeBox({ name, level, meaning }) {
  const box = element('input', { type: 'checkbox', name: 'scopes', value: name })
  box.checked = true
  const note = level === 'administrator' ? `${name}, of administrators alone` : name
  return element(
    'label',
    { class: 'choice' },
    box,
    element('span', {}, meaning, element('code', { class: 'hint' }, note)),
  )
}
