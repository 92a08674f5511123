import type { Agent, RoutingStatus } from '../../model/agent.js'
import type { Device } from '../../model/device.js'

/** What of an agent can change; what is absent stays as it is. */
export type AgentChanges = Partial<
  Pick<Agent, 'name' | 'email' | 'avatar' | 'permission' | 'groups' | 'maxChatsCount'>
>

/** `keep`: as the agent has it, and enabled where the agent does not have the device yet. */
export type PutDevice = Omit<Device, 'isEnabled'> & { readonly isEnabled: boolean | 'keep' }

export interface AgentReads {
  /** Of agents that were removed nothing is found here; the chats they were in still show them. */
  get(agentId: string): Promise<Agent | undefined>
  /** The agent of the license that the host knows by this id. Agents that were removed are not found. */
  getByExternalId(licenseId: number, externalId: string): Promise<Agent | undefined>
  /**
   * Apart from the profile, so that it goes nowhere with it. `null`: the agent has no password; `undefined`: there
   * is no such agent.
   */
  getPasswordHash(agentId: string): Promise<string | null | undefined>
  /** Those of `agentIds` that exist in the license, in no particular order. */
  listByIds(licenseId: number, agentIds: readonly string[]): Promise<readonly Agent[]>
  /** Those of an agent, the last one that was put first. */
  listDevices(agentId: string): Promise<readonly Device[]>
  /**
   * Those of `agentIds` that are enabled, of agents who have no connection to any node: of each agent the last one that
   * was put first.
   */
  listDevicesToNotify(agentIds: readonly string[]): Promise<readonly Device[]>
  /** Agents of a license by ascending id, at most `limit`; only those whose id is greater than `after`. */
  list(licenseId: number, limit: number, after?: string): Promise<readonly Agent[]>
}

export interface AgentWrites extends AgentReads {
  /**
   * `duplicate` when an agent of any license has that id, or one of the same license has that external id; nothing is
   * written then. The id of a removed agent of the same license is free again, of another license it is not. Any external id
   * of a removed agent is free again.
   */
  insert(agent: Agent): Promise<'inserted' | 'duplicate'>
  /**
   * The agent after it; `undefined` when there is none. Until the transaction ends no other changes the agent, and what
   * others have committed before stays where this changes something else.
   */
  update(agentId: string, changes: AgentChanges): Promise<Agent | undefined>
  /**
   * Writes `externalId` and nothing else, of an agent that this transaction has changed or locked. `duplicate` when another
   * agent of the license has that external id; nothing is written then.
   */
  setExternalId(
    agent: Pick<Agent, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'>
  /** Begins presence with that status; `keep` leaves the last known one. The agent after it. */
  logIn(
    agentId: string,
    login: { readonly routingStatus: RoutingStatus | 'keep'; readonly onlineUntil: number },
  ): Promise<Agent | undefined>
  /** Only while the agent is logged in at `now`: the agent after it, `undefined` otherwise. */
  setRoutingStatusIfOnline(agentId: string, status: RoutingStatus, now: number): Promise<Agent | undefined>
  /** A new agent has none. `false` when there is no such agent. */
  setPasswordHash(agentId: string, passwordHash: string | null): Promise<boolean>
  /**
   * Only while the agent's hash is `from`; `false` otherwise. Until the transaction ends no other changes it, even
   * when both are the same.
   */
  replacePasswordHash(agentId: string, from: string, to: string): Promise<boolean>
  /**
   * From now on the agent is not found, has no tokens, sign-ins, codes, devices or connections, and is not
   * logged in; its profile stays for the chats it was in. The agent as it was; `undefined` when there is none.
   */
  remove(agentId: string, at: number): Promise<Agent | undefined>
  /**
   * Stores the device in place of the one with that token, whoever had it: a token belongs to one agent. Where the agent
   * had it, an application that is `null` stays as it was. Of the agent's devices the `keepCount` that were put last
   * stay, this one among them. `false` where there is no such agent, and nothing is written then.
   */
  putDevice(device: PutDevice, keepCount: number): Promise<boolean>
  /** The agent has it no more; another agent who has it keeps it. */
  removeDevice(agentId: string, token: string): Promise<void>
  /** The agent has none from now on. */
  removeDevices(agentId: string): Promise<void>
}
