import type { ApiVersion } from '../contract/versions.js'
import type { Principal } from '../domain/principal.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'

/** Why somebody else ends a session. */
export type EndOfSession = 'logged_out_remotely' | 'agent_deleted' | 'token_revoked'

/** A logged-in connection, as pushes see it. */
export type PushTarget = {
  readonly id: string
  push(frame: OutgoingFrame): void
  /** SHA-256 of its token, hexadecimal. */
  readonly tokenHash: string
  end(cause: EndOfSession): void
  /** The license expires at another time from now on; `null`: never. */
  licenseExpiresAt(instant: number | null): void
} & (
  | {
      readonly api: 'customer'
      readonly version: ApiVersion<'customer'>
      readonly principal: Extract<Principal, { kind: 'customer' }>
    }
  | {
      readonly api: 'agent'
      readonly version: ApiVersion<'agent'>
      readonly principal: Extract<Principal, { kind: 'agent' }>
    }
)

type AgentTarget = Extract<PushTarget, { api: 'agent' }>
type CustomerTarget = Extract<PushTarget, { api: 'customer' }>

interface LicenseSessions {
  readonly agents: Map<string, Set<AgentTarget>>
  readonly customers: Map<string, Set<CustomerTarget>>
}

/** Every logged-in connection of this node, found by license and user. */
export class Sessions {
  readonly #licenses = new Map<number, LicenseSessions>()

  add(target: PushTarget): void {
    const { licenseId, id } = target.principal
    const license = this.#licenses.get(licenseId) ?? this.#open(licenseId)
    if (target.api === 'agent') addTo(license.agents, id, target)
    else addTo(license.customers, id, target)
  }

  /** Whether it was there. */
  remove(target: PushTarget): boolean {
    const { licenseId, id } = target.principal
    const license = this.#licenses.get(licenseId)
    if (license === undefined) return false
    const isRemoved =
      target.api === 'agent'
        ? removeFrom(license.agents, id, target)
        : removeFrom(license.customers, id, target)
    if (license.agents.size === 0 && license.customers.size === 0) this.#licenses.delete(licenseId)
    return isRemoved
  }

  *agentsOf(licenseId: number): Iterable<AgentTarget> {
    const agents = this.#licenses.get(licenseId)?.agents.values() ?? []
    for (const targets of agents) yield* targets
  }

  *ofLicense(licenseId: number): Iterable<PushTarget> {
    yield* this.agentsOf(licenseId)
    for (const targets of this.#licenses.get(licenseId)?.customers.values() ?? []) yield* targets
  }

  ofAgent(licenseId: number, agentId: string): ReadonlySet<AgentTarget> {
    return this.#licenses.get(licenseId)?.agents.get(agentId) ?? new Set()
  }

  ofCustomer(licenseId: number, customerId: string): ReadonlySet<CustomerTarget> {
    return this.#licenses.get(licenseId)?.customers.get(customerId) ?? new Set()
  }

  /** Ids of all agents who are connected to this node. */
  agentIds(): readonly string[] {
    return [...this.#licenses.values()].flatMap(({ agents }) => [...agents.keys()])
  }

  #open(licenseId: number): LicenseSessions {
    const license: LicenseSessions = { agents: new Map(), customers: new Map() }
    this.#licenses.set(licenseId, license)
    return license
  }
}

function addTo<T>(users: Map<string, Set<T>>, id: string, target: T): void {
  const targets = users.get(id)
  if (targets === undefined) users.set(id, new Set([target]))
  else targets.add(target)
}

function removeFrom<T>(users: Map<string, Set<T>>, id: string, target: T): boolean {
  const targets = users.get(id)
  const isRemoved = targets?.delete(target) ?? false
  if (targets?.size === 0) users.delete(id)
  return isRemoved
}
