import { agentCard } from './agent-card.js'
import { AgentForm } from './agent-form.js'
import { byId, element, reconcile } from './dom.js'
import { FieldProblem, FormDialog } from './form-dialog.js'

/** The page that lists the agents of the license and their groups. */
export class TeamPage {
  #api
  #form = new AgentForm()
  #groupForm = new FormDialog('group')
  #agents = []
  #groups = []

  constructor(api) {
    this.#api = api
    byId('team-new').addEventListener('click', () => {
      this.#form.open({ groups: this.#groups, save: (fields) => this.#save(() => api.createAgent(fields)) })
    })
    byId('groups-new').addEventListener('click', () => this.#openGroup())
  }

  async load() {
    const { agents, groups } = await this.#api.team()
    this.#agents = agents.toSorted((one, other) => one.name.localeCompare(other.name))
    this.#groups = groups
  }

  show() {
    reconcile(byId('team'), this.#agents, {
      key: ({ id }) => id,
      signature: (agent) => JSON.stringify([agent, this.#namesOf(agent)]),
      render: (agent) => agentCard(agent, this.#namesOf(agent), () => this.#edit(agent)),
    })
    reconcile(byId('groups'), this.#groups, {
      key: ({ id }) => `${id}`,
      signature: (group) => JSON.stringify([group, this.#countIn(group)]),
      render: (group) => groupRow(group, this.#countIn(group)),
    })
  }

  #namesOf({ groups }) {
    return groups.map((id) => this.#groups.find((group) => group.id === id)?.name ?? `Group ${id}`)
  }

  #countIn({ id }) {
    return this.#agents.filter(({ groups }) => groups.includes(id)).length
  }

  #edit(agent) {
    const save = (fields) => this.#save(() => this.#api.updateAgent({ id: agent.id, ...fields }))
    this.#form.open({ agent, groups: this.#groups, save })
  }

  #openGroup() {
    this.#groupForm.open({
      ...{ title: 'Create a group', label: 'Create', fill: () => {} },
      read: () => {
        const name = this.#groupForm.fields.name.value.trim()
        if (name === '') throw new FieldProblem('name', 'The group needs a name.')
        return name
      },
      save: (name) => this.#save(() => this.#api.createGroup(name)),
    })
  }

  async #save(change) {
    await change()
    await this.load()
    this.show()
  }
}

function groupRow({ id, name }, count) {
  const people = count === 1 ? '1 agent' : `${count} agents`
  return element(
    'li',
    {},
    element('b', {}, element('bdi', {}, name)),
    ` ${people}, number `,
    element('code', {}, `${id}`),
  )
}
