import type { Changes } from '../changes/changes.js'
import { type Origin, systemOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Configurations } from '../configuration/configurations.js'
import { getGroupIds, isProfileWithin, normalizeAgentId, toMemberships } from '../domain/agents.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid, invalidField, type ValidationError } from '../errors.js'
import type { Passwords } from '../identity/passwords.js'
import type { Agent as StoredAgent } from '../model/agent.js'
import type { Device as StoredDevice } from '../model/device.js'
import { revokedFacts } from '../oauth/revocation.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AgentChanges } from '../ports/stores/agents.js'
import type { Presence } from '../presence/presence.js'
import { removeAgent } from '../presence/remove-agent.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkInput } from './check-input.js'
import { type Agent, toAgent } from './entities/agent.js'
import { type Device, toDevice } from './entities/device.js'
import {
  type CreateAgentInput,
  createAgent,
  type ListAgentsInput,
  type ListDevicesInput,
  listAgents,
  listDevices,
  type UpdateAgentInput,
  updateAgent,
} from './inputs/agent.js'
import { byExternalId, type ExternalIdInput } from './inputs/external-id.js'
import type { Page } from './inputs/page.js'
import { compareTexts, mapPage, readPage } from './pages.js'

export interface AgentAdminDependencies {
  readonly read: StorageReads
  readonly changes: Changes
  readonly configurations: Pick<Configurations, 'get'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly settings: Settings
  readonly passwords: Passwords
  readonly presence: Pick<Presence, 'reportLogOut' | 'removeFromChats' | 'listServedChats' | 'leaveServed'>
}

const pages = pageIds('agents', ['text'])
const devicePages = pageIds('devices', ['integer', 'text'])
const minPasswordLength = 8
const maxPasswordLength = 1_024

/** Manages the agents of all licenses. Bots are created by the Configuration API. */
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
   * Creates an agent. `validation` for an unknown license, a login that an agent of any license has already, or an
   * `externalId` that an agent of the same license has.
   */
  async create(input: CreateAgentInput): Promise<Agent> {
    this.#check(input)
    return this.#insert(input, async (tx) => {
      throw await duplicate(tx, input)
    })
  }

  /**
   * Returns the agent with that `externalId`, or with that `login` when no `externalId` is given, unchanged. Creates
   * the agent when there is none. Simultaneous calls on any node return the same agent. `validation` as for `create`,
   * when another agent has the login.
   */
  async getOrCreate(input: CreateAgentInput): Promise<Agent> {
    this.#check(input)
    const present = await findAgent(this.#read, input)
    if (present !== undefined) return this.#shown(present)
    return this.#insert(input, async (tx) => {
      const other = await findAgent(tx, input)
      if (other === undefined) throw await duplicate(tx, input)
      return other
    })
  }

  /** Returns the agent, or `undefined`. */
  async get(agentId: string): Promise<Agent | undefined> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    const agent = await this.#read.agents.get(normalizeAgentId(agentId))
    return agent && this.#shown(agent)
  }

  /** Returns the agent that has your own id `externalId`, or `undefined`. */
  async getByExternalId(input: ExternalIdInput): Promise<Agent | undefined> {
    checkInput(byExternalId, input, this.#dependencies.settings.limits)
    const agent = await this.#read.agents.getByExternalId(input.licenseId, input.externalId)
    return agent && this.#shown(agent)
  }

  /** Lists the agents of a license, bots included, by ascending id. */
  async list(input: ListAgentsInput): Promise<Page<Agent>> {
    checkInput(listAgents, input, this.#dependencies.settings.limits)
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ id }: StoredAgent) => [id],
      read: (limit, after) => this.#read.agents.list(input.licenseId, limit, after?.[0]),
    })
    return mapPage(page, (agent) => this.#shown(agent))
  }

  /**
   * Changes an agent. New groups, permissions and limits apply immediately on every node, to open connections and
   * existing tokens too. `validation` for an agent that does not exist, or an `externalId` that another agent has.
   */
  async update(agentId: string, input: UpdateAgentInput): Promise<Agent> {
    const { limits } = this.#dependencies.settings
    checkArgument('agentId', agentId, limits)
    checkInput(updateAgent, input, limits)
    checkGroups(input.groups)
    const id = normalizeAgentId(agentId)
    return this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      const agent = await tx.agents.update(id, changesOf(input))
      if (agent === undefined)
        throw invalidField({ path: 'agentId', rule: 'not_found' }, 'does not match any agent')
      checkProfile({ ...agent, login: id }, limits.agentProfileBytes)
      const { externalId = agent.externalId } = input
      if ((await tx.agents.setExternalId(agent, externalId)) === 'duplicate')
        throw invalid(
          { path: 'input.externalId', rule: 'already_exists' },
          'another agent has this externalId',
        )
      const { licenseId, permission } = agent
      const groups = getGroupIds(agent)
      const fact = { name: 'agent_profile_updated', licenseId, agentId: id, permission, groups } as const
      return { response: this.#shown({ ...agent, externalId }), facts: [fact] }
    })
  }

  /**
   * Lists the devices on which the agent receives push notifications, the one that registered last first (decisions
   * §12).
   */
  async listDevices(input: ListDevicesInput): Promise<Page<Device>> {
    checkInput(listDevices, input, this.#dependencies.settings.limits)
    const page = await readPage(input, {
      pageIds: devicePages,
      keyOf: ({ putAt, token }: StoredDevice) => [putAt, token],
      read: async (_, after) => {
        const devices = await this.#read.agents.listDevices(normalizeAgentId(input.agentId))
        const { putAt, token } =
          after === undefined
            ? { putAt: Number.POSITIVE_INFINITY, token: '' }
            : { putAt: after[0], token: after[1] }
        const sorted = devices.toSorted(
          (left, right) => right.putAt - left.putAt || compareTexts(left.token, right.token),
        )
        return sorted.filter(
          (device) => device.putAt < putAt || (device.putAt === putAt && device.token > token),
        )
      },
    })
    return mapPage(page, toDevice)
  }

  /**
   * Ends every connection of the agent with `logged_out_remotely` (decisions §10.6), and its push notifications until
   * the agent logs in again. The agent leaves its active threads, which are assigned to others. `validation` for an
   * agent that does not exist.
   */
  async logOut(agentId: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    const id = normalizeAgentId(agentId)
    const { steady, presence } = this.#dependencies
    const onlineUntil = steady.now()
    await this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      const agent = await tx.agents.get(id)
      if (agent === undefined)
        throw invalidField({ path: 'agentId', rule: 'not_found' }, 'does not match any agent')
      await tx.nodes.disconnectEverywhere([id], onlineUntil)
      await tx.agents.removeDevices(id)
      const { licenseId } = agent
      const facts = [
        { name: 'agent_logged_out', licenseId, agentId: id },
        { name: 'agents_disconnected', licenseId, agentIds: [id], onlineUntil },
      ] as const
      return { response: undefined, facts }
    })
    presence.reportLogOut()
  }

  /**
   * Sets the password, and ends the agent's sign-ins, codes, tokens, connections and push notifications. `validation`
   * for an agent that does not exist, a bot, or a password that is not 8 to 1,024 characters long.
   */
  async setPassword(agentId: string, password: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    checkArgument('password', password, this.#dependencies.settings.limits)
    const id = normalizeAgentId(agentId)
    const passwordHash = await this.#hash(password)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [id], async (tx) => {
      if (!(await tx.agents.setPasswordHash(id, passwordHash)))
        throw invalidField({ path: 'agentId', rule: 'not_found' }, 'does not match any agent')
      if ((await tx.agents.get(id))?.ownerClientId != null)
        throw invalidField({ path: 'agentId', rule: 'not_allowed' }, 'is the id of a bot')
      await tx.signIns.deleteByAgent(id)
      await tx.codes.deleteByAgent(id)
      await tx.agents.removeDevices(id)
      return { response: undefined, facts: revokedFacts(await tx.tokens.revokeByEntity(id)) }
    })
  }

  /**
   * Deletes an agent. The agent leaves its chats, and its connections end with `agent_deleted`. Threads that the agent
   * took part in keep the name. `validation` for an agent that does not exist.
   */
  async delete(agentId: string): Promise<void> {
    checkArgument('agentId', agentId, this.#dependencies.settings.limits)
    const now = this.#clock.now()
    const id = normalizeAgentId(agentId)
    const { presence } = this.#dependencies
    const origin = await this.#originFor(id)
    const servedIds = await presence.listServedChats(id)
    const agent = await this.#changes.commit(origin, now, [...servedIds, id], async (tx) => {
      const left = await presence.leaveServed({ tx, at: now }, servedIds, id)
      const removed = await removeAgent(tx, id, now)
      if (removed === undefined)
        throw invalidField({ path: 'agentId', rule: 'not_found' }, 'does not match any agent')
      return { response: removed.agent, facts: [...left, ...removed.facts] }
    })
    await presence.removeFromChats(agent)
  }

  /** Returns the origin with the present webhooks, because a deleted bot's own webhooks deliver its deletion. */
  async #originFor(agentId: string): Promise<Origin> {
    const agent = await this.#read.agents.get(agentId)
    if (agent === undefined)
      throw invalidField({ path: 'agentId', rule: 'not_found' }, 'does not match any agent')
    const configuration = await this.#dependencies.configurations.get(agent.licenseId)
    return { ...systemOrigin, configuration }
  }

  #shown(agent: StoredAgent): Agent {
    return toAgent(agent, this.#dependencies.steady.now())
  }

  #check(input: CreateAgentInput): void {
    const { limits } = this.#dependencies.settings
    checkInput(createAgent, input, limits)
    checkProfile(input, limits.agentProfileBytes)
    checkGroups(input.groups)
    if (input.password !== undefined) checkPassword(input.password, 'input.password')
  }

  async #insert(
    input: CreateAgentInput,
    onDuplicate: (tx: StorageTransaction) => Promise<StoredAgent>,
  ): Promise<Agent> {
    const passwordHash = input.password === undefined ? null : await this.#hash(input.password)
    const agent = newAgent(input, this.#clock.now())
    const stored = await this.#changes.commit(systemOrigin, agent.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(agent.licenseId)) === undefined)
        throw invalid({ path: 'input.licenseId', rule: 'not_found' }, 'licenseId does not match any license')
      const inserted = await tx.agents.insert(agent)
      if (inserted === 'duplicate') return { response: await onDuplicate(tx), facts: [] }
      await tx.agents.setPasswordHash(agent.id, passwordHash)
      return { response: agent, facts: [] }
    })
    return this.#shown(stored)
  }

  async #hash(password: string): Promise<string> {
    checkPassword(password, 'password')
    return this.#passwords.hash(password)
  }
}

type AgentNames = Pick<CreateAgentInput, 'licenseId' | 'login' | 'externalId'>

/** Returns the agent of the license with that external id or, when none is given, with that login. */
async function findAgent(
  { agents }: Pick<StorageReads, 'agents'>,
  { licenseId, login, externalId }: AgentNames,
): Promise<StoredAgent | undefined> {
  if (externalId !== undefined) return agents.getByExternalId(licenseId, externalId)
  const agent = await agents.get(normalizeAgentId(login))
  return agent?.licenseId === licenseId ? agent : undefined
}

/** Returns the error that says why the agent could not be created. */
async function duplicate(
  { agents }: Pick<StorageReads, 'agents'>,
  { licenseId, login, externalId }: AgentNames,
): Promise<ValidationError> {
  const sameLogin = { path: 'input.login', rule: 'already_exists' } as const
  if (externalId === undefined) return invalid(sameLogin, 'an agent with this login exists')
  if ((await agents.getByExternalId(licenseId, externalId)) !== undefined) {
    return invalid(
      { path: 'input.externalId', rule: 'already_exists' },
      'an agent with this externalId exists: getOrCreate returns it',
    )
  }
  const isOwn = (await agents.get(normalizeAgentId(login)))?.licenseId === licenseId
  return invalid(sameLogin, `an agent with this login exists${isOwn ? ': update sets its externalId' : ''}`)
}

function checkPassword({ length }: string, path: string): void {
  if (length >= minPasswordLength && length <= maxPasswordLength) return
  const isShort = length < minPasswordLength
  const limit = isShort ? minPasswordLength : maxPasswordLength
  const rule = isShort ? 'too_short' : 'too_long'
  throw invalid(
    { path, rule, limit },
    `a password must have ${minPasswordLength} to ${maxPasswordLength} characters`,
  )
}

function checkProfile(profile: Parameters<typeof isProfileWithin>[0], maxBytes: number): void {
  if (isProfileWithin(profile, maxBytes)) return
  throw invalidField(
    { path: 'input', rule: 'too_large', limit: maxBytes },
    `would make the profile larger than ${maxBytes} bytes as JSON`,
  )
}

function checkGroups(groups: CreateAgentInput['groups'] = []): void {
  if (new Set(groups.map(({ id }) => id)).size < groups.length)
    throw invalidField({ path: 'input.groups', rule: 'duplicate' }, 'contains a group twice')
}

function changesOf({ groups, ...others }: UpdateAgentInput): AgentChanges {
  const { name, email, avatar, permission, maxChatsCount } = others
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(avatar !== undefined && { avatar }),
    ...(permission !== undefined && { permission }),
    ...(maxChatsCount !== undefined && { maxChatsCount }),
    ...(groups !== undefined && { groups: toMemberships(groups) }),
  }
}

function newAgent(input: CreateAgentInput, now: number): StoredAgent {
  const { licenseId, login, name, email, avatar, externalId = null } = input
  const { permission = 'normal', maxChatsCount = 6, groups = [] } = input
  return {
    id: normalizeAgentId(login),
    licenseId,
    externalId,
    name,
    email: email ?? null,
    avatar: avatar ?? null,
    permission,
    groups: toMemberships(groups),
    maxChatsCount,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: 0,
    createdAt: now,
  }
}
