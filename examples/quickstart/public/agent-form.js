import { isolated } from './direction.js'
import { byId, element } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'

const MAX_CHATS_COUNT = 6
const MIN_PASSWORD_LENGTH = 8

/** The dialog in which an agent is created or edited. */
export class AgentForm {
  #dialog = new FormDialog('agent')

  /**
   * @param agent the agent to edit; `undefined` for a new one
   * @param groups `{id, name}` of each group of the license
   * @param save `(fields) => Promise`
   */
  open({ agent, groups, save }) {
    const isNew = agent === undefined
    for (const id of ['agent-login-field', 'agent-password-field']) byId(id).hidden = !isNew
    byId('agent-groups').replaceChildren(...groupBoxes(groups, agent?.groups ?? []))
    this.#dialog.open({
      title: isNew ? 'Create an agent' : `Edit ${isolated(agent.name)}`,
      label: isNew ? 'Create' : 'Save',
      fill: (fields) => fill(fields, agent),
      read: () => this.#read(isNew),
      save,
    })
  }

  #read(isNew) {
    const { name, login, password, permission, max_chats_count } = this.#dialog.fields
    if (name.value.trim() === '') throw new FieldProblem('name', 'The agent needs a name.')
    if (isNew && login.value.trim() === '') throw new FieldProblem('login', 'The agent needs a login.')
    if (isNew && password.value.length < MIN_PASSWORD_LENGTH)
      throw new FieldProblem('password', `A password has ${MIN_PASSWORD_LENGTH} characters or more.`)
    if (max_chats_count.value === '' || !max_chats_count.validity.valid)
      throw new FieldProblem('max_chats_count', 'An agent has 0 to 10,000 chats at once.')
    const chosen = [...byId('agent-groups').querySelectorAll('input:checked')]
    return {
      ...(isNew && { login: login.value.trim(), password: password.value }),
      ...{ name: name.value.trim(), permission: permission.value },
      ...{ max_chats_count: max_chats_count.valueAsNumber, groups: chosen.map((box) => Number(box.value)) },
    }
  }
}

function fill(fields, agent) {
  fields.name.value = agent?.name ?? ''
  fields.permission.value = agent?.permission ?? 'normal'
  fields.max_chats_count.value = agent?.max_chats_count ?? MAX_CHATS_COUNT
}

function groupBoxes(groups, chosen) {
  return groups.map(({ id, name }) => {
    const box = element('input', { type: 'checkbox', name: 'groups', value: `${id}` })
    box.checked = chosen.includes(id)
    return element('label', { class: 'choice' }, box, element('span', { dir: 'auto' }, name))
  })
}
