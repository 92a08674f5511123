import type { Agent, RoutingStatus } from '../../model/agent.js'
import type { Device } from '../../model/device.js'

/** The fields of an agent to change. Fields that are left out stay as they are. */
export type AgentChanges = Partial<
  Pick<Agent, 'name' | 'email' | 'avatar' | 'permission' | 'groups' | 'maxChatsCount'>
>

/** A device to store. `isEnabled: 'keep'` leaves a known device as it is, and enables a new one. */
export type PutDevice = Omit<Device, 'isEnabled'> & { readonly isEnabled: boolean | 'keep' }

/** Reads agents and their devices. */
export interface AgentReads {
  /** Returns the agent, or `undefined`. A removed agent is not found here, but the chats it was in still show it. */
  get(agentId: string): Promise<Agent | undefined>
  /** Returns the agent of the license with the host's own id, or `undefined`. Removed agents are not found. */
  getByExternalId(licenseId: number, externalId: string): Promise<Agent | undefined>
  /**
   * Returns the password hash, apart from the profile, so that it is never passed on with it. `null` when the agent has
   * no password, `undefined` when there is no such agent.
   */
  getPasswordHash(agentId: string): Promise<string | null | undefined>
  /** Returns the agents among `agentIds` that exist in the license, in no particular order. */
  listByIds(licenseId: number, agentIds: readonly string[]): Promise<readonly Agent[]>
  /** Returns the devices of an agent, the one that was stored last first. */
  listDevices(agentId: string): Promise<readonly Device[]>
  /**
   * Returns the enabled devices of those agents that have no connection to any node. The devices of one agent are in
   * order, the one that was stored last first.
   */
  listDevicesToNotify(agentIds: readonly string[]): Promise<readonly Device[]>
  /** Returns agents of a license by ascending id, at most `limit`, and only those with an id greater than `after`. */
  list(licenseId: number, limit: number, after?: string): Promise<readonly Agent[]>
}

/** Writes agents, their passwords and their devices. */
export interface AgentWrites extends AgentReads {
  /**
   * Stores an agent. `duplicate`, with nothing written, when an agent of any license has that id, or an agent of the
   * same license has that external id. The id of a removed agent can be used again in the same license only; its
   * external id can be used again.
   */
  insert(agent: Agent): Promise<'inserted' | 'duplicate'>
  /**
   * Changes an agent and returns it after the change; `undefined` when there is none. No other transaction changes the
   * agent until this one ends. Fields that are left out keep what other transactions have committed.
   */
  update(agentId: string, changes: AgentChanges): Promise<Agent | undefined>
  /**
   * Writes `externalId` and nothing else. The transaction has to change or lock the agent first. `duplicate`, with
   * nothing written, when another agent of the license has that external id.
   */
  setExternalId(
    agent: Pick<Agent, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'>
  /**
   * Logs the agent in until `onlineUntil`, with that status or, for `keep`, with the last one. Returns the agent after
   * the change; `undefined` when there is none.
   */
  logIn(
    agentId: string,
    login: { readonly routingStatus: RoutingStatus | 'keep'; readonly onlineUntil: Agent['onlineUntil'] },
  ): Promise<Agent | undefined>
  /**
   * Sets the status while the agent is logged in at `now`. Returns the agent after the change; `undefined` when the
   * agent is not logged in or does not exist.
   */
  setRoutingStatusIfOnline(agentId: string, status: RoutingStatus, now: number): Promise<Agent | undefined>
  /** Sets the password hash; `null` removes it. A new agent has none. `false` when there is no such agent. */
  setPasswordHash(agentId: string, passwordHash: string | null): Promise<boolean>
  /**
   * Replaces the password hash when it is `from`; `false` otherwise. No other transaction changes the hash until this
   * one ends, even when `from` and `to` are equal.
   */
  replacePasswordHash(agentId: string, from: string, to: string): Promise<boolean>
  /**
   * Removes an agent and returns it as it was; `undefined` when there is none. Its tokens, sign-ins, codes, devices and
   * connections are deleted, and it is logged out. Its profile stays for the chats it was in.
   */
  remove(agentId: string, at: number): Promise<Agent | undefined>
  /**
   * Stores a device, and takes its token from any other agent. An application that is `null` keeps the agent's stored
   * value. Keeps the `keepCount` devices of the agent that were stored last, this one included. `false`, with nothing
   * written, when there is no such agent.
   */
  putDevice(device: PutDevice, keepCount: number): Promise<boolean>
  /** Removes the device with that token from the agent. The device of another agent stays. */
  removeDevice(agentId: string, token: string): Promise<void>
  /** Removes all devices of the agent. */
  removeDevices(agentId: string): Promise<void>
}
