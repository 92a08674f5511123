import type { Parley } from '@parley/core'
import type { Agent } from '@parley/core/admin'
import { type Fields, number, numbers, oneOf, text } from './console-fields.js'
import type { Demo } from './provision.js'
import { refusal } from './refused.js'

const permissions = ['normal', 'administrator'] as const

/** The agents of the license and their groups. Parley knows groups by number; the quickstart keeps their names. */
export class ConsoleTeam {
  readonly #agents: Parley['admin']['agents']
  readonly #demo: Demo
  readonly #callerId: string

  /** @param callerId the administrator who makes the request */
  constructor({ agents }: Pick<Parley['admin'], 'agents'>, demo: Demo, callerId: string) {
    this.#agents = agents
    this.#demo = demo
    this.#callerId = callerId
  }

  async list() {
    const { items } = await this.#agents.list({ licenseId: this.#demo.licenseId })
    const people = items.filter((agent) => agent.ownerClientId === null)
    return { groups: this.#demo.teams.list(), agents: people.map(view) }
  }

  async create(fields: Fields) {
    const agent = await this.#agents.create({
      ...{ licenseId: this.#demo.licenseId, login: text(fields, 'login').trim() },
      password: text(fields, 'password'),
      ...this.#profile(fields, []),
    })
    return view(agent)
  }

  async update(fields: Fields) {
    const id = text(fields, 'id')
    const agent = await this.#agents.get(id)
    if (agent?.licenseId !== this.#demo.licenseId || agent.ownerClientId !== null)
      throw refusal('there is no such agent any more')
    const profile = this.#profile(fields, agent.groups)
    if (agent.id === this.#callerId && profile.permission !== 'administrator')
      throw refusal('you cannot take the console from yourself: another administrator can')
    return view(await this.#agents.update(agent.id, profile))
  }

  createGroup(fields: Fields) {
    return this.#demo.teams.add(text(fields, 'name'))
  }

  /** Returns the fields of an agent from the form. Groups that the agent is already in keep their priority. */
  #profile(fields: Fields, former: Agent['groups']) {
    return {
      name: text(fields, 'name').trim(),
      permission: oneOf(fields, 'permission', permissions),
      maxChatsCount: number(fields, 'max_chats_count'),
      groups: numbers(fields, 'groups').map((id) => {
        if (!this.#demo.teams.list().some((team) => team.id === id)) throw refusal('there is no such group')
        return { id, priority: former.find((group) => group.id === id)?.priority ?? 'normal' } as const
      }),
    }
  }
}

/** Returns an agent for the page, without group 0, which every agent is in. */
function view({ id, name, permission, groups, maxChatsCount }: Agent) {
  const shown = groups.filter((group) => group.id !== 0).map((group) => group.id)
  return { id, name, permission, max_chats_count: maxChatsCount, groups: shown }
}
