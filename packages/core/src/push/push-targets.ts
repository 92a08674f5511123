import type { AgentPrincipal } from '../domain/principal.js'
import { type AgentGroup, AgentGroups } from './agent-groups.js'
import type { PushTarget } from './push-target.js'

/**
 * Connections by user. Most users have one, which takes no memory of its own. Arrays are never modified, only replaced.
 */
type TargetsByUser = Map<string, PushTarget | PushTarget[]>

interface LicenseTargets {
  readonly agents: TargetsByUser
  readonly customers: TargetsByUser
  readonly agentGroups: AgentGroups
}

/** An agent who is connected to this node. */
export type ConnectedAgent = Pick<AgentPrincipal, 'licenseId' | 'id'>

const noTargets: readonly PushTarget[] = []

/** All logged-in connections of this node, by license and user. */
export class PushTargets {
  readonly #licenses = new Map<number, LicenseTargets>()

  add(target: PushTarget): void {
    const { caller } = target
    const { licenseId, id } = caller.principal
    const license = this.#licenses.get(licenseId) ?? this.#open(licenseId)
    if (caller.api === 'agent') {
      addTo(license.agents, id, target)
      license.agentGroups.add(target, caller)
    } else {
      addTo(license.customers, id, target)
    }
  }

  /** Removes a connection. Returns whether it was registered. */
  remove(target: PushTarget): boolean {
    const { caller } = target
    const { licenseId, id } = caller.principal
    const license = this.#licenses.get(licenseId)
    if (license === undefined) return false
    const users = caller.api === 'agent' ? license.agents : license.customers
    const isRemoved = removeFrom(users, id, target)
    if (caller.api === 'agent') license.agentGroups.remove(target, caller)
    if (license.agents.size === 0 && license.customers.size === 0) this.#licenses.delete(licenseId)
    return isRemoved
  }

  /** Changes the caller of a connection and registers it under its new values. */
  change(target: PushTarget, change: () => void): void {
    const isThere = this.remove(target)
    change()
    if (isThere) this.add(target)
  }

  listAgentGroups(licenseId: number): Iterable<AgentGroup> {
    return this.#licenses.get(licenseId)?.agentGroups.all() ?? []
  }

  hasLicense(licenseId: number): boolean {
    return this.#licenses.has(licenseId)
  }

  licenseIds(): readonly number[] {
    return [...this.#licenses.keys()]
  }

  *listByLicense(licenseId: number): Iterable<PushTarget> {
    const license = this.#licenses.get(licenseId)
    if (license === undefined) return
    for (const users of [license.agents, license.customers]) {
      for (const targets of users.values()) yield* listOf(targets)
    }
  }

  listByAgent(licenseId: number, agentId: string): readonly PushTarget[] {
    return listOf(this.#licenses.get(licenseId)?.agents.get(agentId))
  }

  listByCustomer(licenseId: number, customerId: string): readonly PushTarget[] {
    return listOf(this.#licenses.get(licenseId)?.customers.get(customerId))
  }

  hasAgents(): boolean {
    for (const { agents } of this.#licenses.values()) if (agents.size > 0) return true
    return false
  }

  /** Returns all agents who are connected to this node. */
  agents(): readonly ConnectedAgent[] {
    return [...this.#licenses].flatMap(([licenseId, { agents }]) => {
      return [...agents.keys()].map((id) => ({ licenseId, id }))
    })
  }

  #open(licenseId: number): LicenseTargets {
    const license = { agents: new Map(), customers: new Map(), agentGroups: new AgentGroups() }
    this.#licenses.set(licenseId, license)
    return license
  }
}

function listOf(targets: PushTarget | PushTarget[] | undefined): readonly PushTarget[] {
  if (targets === undefined) return noTargets
  return Array.isArray(targets) ? targets : [targets]
}

function addTo(users: TargetsByUser, id: string, target: PushTarget): void {
  const targets = listOf(users.get(id))
  if (targets.length === 0) users.set(id, target)
  else if (!targets.includes(target)) users.set(id, [...targets, target])
}

function removeFrom(users: TargetsByUser, id: string, target: PushTarget): boolean {
  const targets = listOf(users.get(id))
  if (!targets.includes(target)) return false
  const [only, ...others] = targets.filter((other) => other !== target)
  if (only === undefined) users.delete(id)
  else users.set(id, others.length === 0 ? only : [only, ...others])
  return true
}
