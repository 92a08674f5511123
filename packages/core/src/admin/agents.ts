import { invalid } from '../errors.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'
import type { Agent, Permission } from '../ports/stores/agents.js'
import type { BusMessage } from '../push/bus-message.js'

export interface NewAgentOptions {
  readonly licenseId: number
  /** Becomes the agent's id, lower-cased; usually an e-mail address. Customers see it (decisions §1.2). */
  readonly login: string
  readonly name: string
  readonly email?: string
  readonly avatar?: string
  /** Default: `normal`. */
  readonly permission?: Permission
  /** Chats routed to the agent at the same time. Default: 6. */
  readonly maxChatsCount?: number
}

/** What the host may know of an agent: everything but the password hash. */
export type AgentAccount = Omit<Agent, 'passwordHash'>

const listLimit = 1_000
const maxLoginLength = 256

export class AgentAdmin {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #bus: Bus<BusMessage>

  constructor(storage: Storage, clock: Clock, bus: Bus<BusMessage>) {
    this.#storage = storage
    this.#clock = clock
    this.#bus = bus
  }

  /** `validation` for an unknown license, or a login that an agent of any license has already. */
  async create(options: NewAgentOptions): Promise<AgentAccount> {
    const agent = toAgent(options, this.#clock.now())
    const result = await this.#storage.transaction(async (tx) => {
      if ((await tx.licenses.get(agent.licenseId)) === undefined) throw invalid('licenseId names no license')
      return tx.agents.insert(agent)
    })
    if (result === 'duplicate') throw invalid('an agent with this login exists')
    return accountOf(agent)
  }

  async get(agentId: string): Promise<AgentAccount | undefined> {
    const agent = await this.#storage.read.agents.get(agentId.toLowerCase())
    return agent && accountOf(agent)
  }

  /** At most 1,000, by ascending id. */
  async list(licenseId: number): Promise<readonly AgentAccount[]> {
    return (await this.#storage.read.agents.list(licenseId, listLimit)).map(accountOf)
  }

  /** Ends every connection of the agent, with `logged_out_remotely` (decisions §10.6). */
  async logout(agentId: string): Promise<void> {
    const agent = await this.#storage.read.agents.get(agentId.toLowerCase())
    if (agent === undefined) throw invalid('agentId names no agent')
    this.#bus.publish(agent.licenseId, { kind: 'agent_logged_out', agentId: agent.id })
    const now = this.#clock.now()
    await this.#storage.transaction((tx) => tx.agents.setOnlineUntil([agent.id], now))
  }
}

function toAgent(options: NewAgentOptions, now: number): Agent {
  const { licenseId, login, name, email, avatar, permission = 'normal', maxChatsCount = 6 } = options
  if (login === '' || login.length > maxLoginLength)
    throw invalid(`login must have 1 to ${maxLoginLength} characters`)
  if (name === '') throw invalid('name must not be empty')
  return {
    id: login.toLowerCase(),
    licenseId,
    name,
    email: email ?? null,
    avatar: avatar ?? null,
    permission,
    groups: [0],
    maxChatsCount,
    passwordHash: null,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: 0,
    createdAt: now,
  }
}

function accountOf({ passwordHash: _, ...account }: Agent): AgentAccount {
  return account
}
