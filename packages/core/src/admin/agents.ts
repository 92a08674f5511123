import type { Changes } from '../changes/changes.js'
import { type Origin, systemOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Configurations } from '../configuration/configurations.js'
import { agentIdOf, groupIdsOf, isProfileWithin, membershipsOf } from '../domain/agents.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid } from '../errors.js'
import type { Passwords } from '../identity/passwords.js'
import type { Agent } from '../model/agent.js'
import type { Device } from '../model/device.js'
import { revokedFacts } from '../oauth/revocation.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AgentChanges } from '../ports/stores/agents.js'
import type { Presence } from '../presence/presence.js'
import { removeAgent } from '../presence/remove-agent.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type AgentChangeOptions, type NewAgentOptions, optionSchemas } from './options.js'
import { type Page, type PageOptions, readPage } from './pages.js'

export interface AgentAdminDependencies {
  readonly read: StorageReads
  readonly changes: Changes
  readonly configurations: Pick<Configurations, 'of'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly settings: Settings
  readonly passwords: Passwords
  readonly presence: Pick<Presence, 'loggedOut' | 'removed' | 'servedBy' | 'leaveServed'>
}

const pages = pageIds('agents', ['text'])
const minPasswordLength = 8
const maxPasswordLength = 1_024

export class AgentAdmin {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #passwords: Passwords
  readonly #dependencies: AgentAdminDependencies

  constructor(dependencies: AgentAdminDependencies) {
    this.#dependencies = dependencies
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#passwords = dependencies.passwords
  }

  /**
   * Creates an agent. `validation` for an unknown license, a login that an agent of any license has already, or an `externalId`
   * that one of the same license has.
   */
  async create(options: NewAgentOptions): Promise<Agent> {
    this.#check(options)
    return this.#insert(options, async (tx) => {
      throw invalid(await whyDuplicate(tx, options))
    })
  }

  /**
   * Returns the agent with that `externalId`, or with that `login` where none is given, unchanged; or creates one. Calls at the same
   * time, on any node, return the same agent. `validation` as for `create`, where another agent has the login.
   */
  async getOrCreate(options: NewAgentOptions): Promise<Agent> {
    this.#check(options)
    const present = await findAgent(this.#read, options)
    if (present !== undefined) return present
    return this.#insert(options, async (tx) => {
      const other = await findAgent(tx, options)
      if (other === undefined) throw invalid(await whyDuplicate(tx, options))
      return other
    })
  }

  /**
   * Changes an agent. What the agent sees and is given, and which scopes its tokens have, follows immediately, on live
   * connections of every node too. `validation` for an agent that does not exist, or an `externalId` that another one has.
   */
  async update(agentId: string, options: AgentChangeOptions): Promise<Agent> {
    const { limits } = this.#dependencies.settings
    checkArgument('agentId', agentId, limits)
    checkOptions(optionSchemas.agentChanges, options, limits)
    checkGroups(options.groups)
    const id = agentIdOf(agentId)
    return this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      const agent = await tx.agents.update(id, changesOf(options))
      if (agent === undefined) throw invalid('agentId names no agent')
      checkProfile({ ...agent, login: id }, limits.agentProfileBytes)
      const { externalId = agent.externalId } = options
      if ((await tx.agents.setExternalId(agent, externalId)) === 'duplicate')
        throw invalid('another agent has this externalId')
      const { licenseId, permission } = agent
      const groups = groupIdsOf(agent)
      const fact = { name: 'agent_profile_updated', licenseId, agentId: id, permission, groups } as const
      return { response: { ...agent, externalId }, facts: [fact] }
    })
  }

  /** Returns the agent, or `undefined`. */
  async get(agentId: string): Promise<Agent | undefined> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    return this.#read.agents.get(agentIdOf(agentId))
  }

  /** Returns the agent that the host knows by this id, or `undefined`. */
  async getByExternalId(licenseId: number, externalId: string): Promise<Agent | undefined> {
    checkArgument('licenseId', licenseId, this.#dependencies.settings.limits)
    checkArgument('externalId', externalId, this.#dependencies.settings.limits)
    return this.#read.agents.getByExternalId(licenseId, externalId)
  }

  /** Lists the agents of a license, bots included, by ascending id. */
  async list(licenseId: number, page: PageOptions = {}): Promise<Page<Agent>> {
    const { limits } = this.#dependencies.settings
    checkArgument('licenseId', licenseId, limits)
    return readPage(page, limits, {
      pageIds: pages,
      keyOf: ({ id }) => [id],
      read: (limit, after) => this.#read.agents.list(licenseId, limit, after?.[0]),
    })
  }

  /** Lists where the agent gets push notifications (decisions §12), the device that was heard of last first. */
  async devices(agentId: string): Promise<readonly Device[]> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    return this.#read.agents.listDevices(agentIdOf(agentId))
  }

  /**
   * Ends every connection of the agent, with `logged_out_remotely` (decisions §10.6), and its push notifications, until the
   * agent logs in again. The agent leaves its active threads, which are given to others.
   */
  async logout(agentId: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    const id = agentIdOf(agentId)
    const { steady, presence } = this.#dependencies
    const onlineUntil = steady.now()
    await this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      const agent = await tx.agents.get(id)
      if (agent === undefined) throw invalid('agentId names no agent')
      await tx.nodes.disconnectEverywhere([id], onlineUntil)
      await tx.agents.removeDevices(id)
      const { licenseId } = agent
      const facts = [
        { name: 'agent_logged_out', licenseId, agentId: id },
        { name: 'agents_disconnected', licenseId, agentIds: [id], onlineUntil },
      ] as const
      return { response: undefined, facts }
    })
    presence.loggedOut()
  }

  /** Sets the password, and ends the agent's sign-ins, codes, tokens, connections and push notifications. A bot has no password. */
  async setPassword(agentId: string, password: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    checkArgument('password', password, this.#dependencies.settings.limits)
    const id = agentIdOf(agentId)
    const passwordHash = await this.#hash(password)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      if (!(await tx.agents.setPasswordHash(id, passwordHash))) throw invalid('agentId names no agent')
      if ((await tx.agents.get(id))?.ownerClientId != null) throw invalid('agentId names a bot')
      await tx.signIns.deleteOfAgent(id)
      await tx.codes.deleteOfAgent(id)
      await tx.agents.removeDevices(id)
      return { response: undefined, facts: revokedFacts(await tx.tokens.revokeOfEntity(id)) }
    })
  }

  /**
   * Removes the agent, who leaves the chats; connections end with `agent_deleted`. Threads that the agent took part in keep the
   * name.
   */
  async delete(agentId: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    const now = this.#clock.now()
    const id = agentIdOf(agentId)
    const { presence } = this.#dependencies
    const origin = await this.#originFor(id)
    const servedIds = await presence.servedBy(id)
    const agent = await this.#changes.commit(origin, now, [...servedIds, id], async (tx) => {
      const left = await presence.leaveServed({ tx, at: now }, servedIds, id)
      const removed = await removeAgent(tx, id, now)
      if (removed === undefined) throw invalid('agentId names no agent')
      return { response: removed.agent, facts: [...left, ...removed.facts] }
    })
    await presence.removed(agent)
  }

  /** With the webhooks of a bot that the change itself removes, and which tell of it. */
  async #originFor(agentId: string): Promise<Origin> {
    const agent = await this.#read.agents.get(agentId)
    if (agent === undefined) throw invalid('agentId names no agent')
    const configuration = await this.#dependencies.configurations.of(agent.licenseId)
    return { ...systemOrigin, configuration }
  }

  #check(options: NewAgentOptions): void {
    const { limits } = this.#dependencies.settings
    checkOptions(optionSchemas.agent, options, limits)
    checkProfile(options, limits.agentProfileBytes)
    checkGroups(options.groups)
    if (options.password !== undefined) checkPassword(options.password)
  }

  async #insert(
    options: NewAgentOptions,
    onDuplicate: (tx: StorageTransaction) => Promise<Agent>,
  ): Promise<Agent> {
    const passwordHash = options.password === undefined ? null : await this.#hash(options.password)
    const agent = toAgent(options, this.#clock.now())
    return this.#changes.commit(systemOrigin, agent.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(agent.licenseId)) === undefined) throw invalid('licenseId names no license')
      const inserted = await tx.agents.insert(agent)
      if (inserted === 'duplicate') return { response: await onDuplicate(tx), facts: [] }
      await tx.agents.setPasswordHash(agent.id, passwordHash)
      return { response: agent, facts: [] }
    })
  }

  async #hash(password: string): Promise<string> {
    checkPassword(password)
    return this.#passwords.hash(password)
  }
}

type AgentNames = Pick<NewAgentOptions, 'licenseId' | 'login' | 'externalId'>

/** Of the same license: by the host's own id where it gives one, else by the login. */
async function findAgent(
  { agents }: Pick<StorageReads, 'agents'>,
  { licenseId, login, externalId }: AgentNames,
): Promise<Agent | undefined> {
  if (externalId !== undefined) return agents.getByExternalId(licenseId, externalId)
  const agent = await agents.get(agentIdOf(login))
  return agent?.licenseId === licenseId ? agent : undefined
}

async function whyDuplicate(
  { agents }: Pick<StorageReads, 'agents'>,
  { licenseId, login, externalId }: AgentNames,
): Promise<string> {
  if (externalId === undefined) return 'an agent with this login exists'
  if ((await agents.getByExternalId(licenseId, externalId)) !== undefined)
    return 'an agent with this externalId exists: getOrCreate answers it'
  const isOwn = (await agents.get(agentIdOf(login)))?.licenseId === licenseId
  return `an agent with this login exists${isOwn ? ': update gives it this externalId' : ''}`
}

function checkPassword({ length }: string): void {
  if (length >= minPasswordLength && length <= maxPasswordLength) return
  throw invalid(`a password must have ${minPasswordLength} to ${maxPasswordLength} characters`)
}

function checkProfile(profile: Parameters<typeof isProfileWithin>[0], maxBytes: number): void {
  if (isProfileWithin(profile, maxBytes)) return
  throw invalid(`options would make the profile larger than ${maxBytes} bytes as JSON`)
}

function checkGroups(groups: NewAgentOptions['groups'] = []): void {
  if (new Set(groups.map(({ id }) => id)).size < groups.length) throw invalid('groups names a group twice')
}

function changesOf({ groups, ...others }: AgentChangeOptions): AgentChanges {
  const { name, email, avatar, permission, maxChatsCount } = others
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(avatar !== undefined && { avatar }),
    ...(permission !== undefined && { permission }),
    ...(maxChatsCount !== undefined && { maxChatsCount }),
    ...(groups !== undefined && { groups: membershipsOf(groups) }),
  }
}

function toAgent(options: NewAgentOptions, now: number): Agent {
  const { licenseId, login, name, email, avatar, externalId = null } = options
  const { permission = 'normal', maxChatsCount = 6, groups = [] } = options
  return {
    id: agentIdOf(login),
    licenseId,
    externalId,
    name,
    email: email ?? null,
    avatar: avatar ?? null,
    permission,
    groups: membershipsOf(groups),
    maxChatsCount,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: 0,
    createdAt: now,
  }
}
