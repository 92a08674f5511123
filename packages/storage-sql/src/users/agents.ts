import type { Device } from '@parley/core/ports'
import type { Agent, AgentChanges, AgentWrites, PutDevice, RoutingStatus } from '@parley/core/storage'
import { text, textOrNull } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { isExternalIdTaken } from '../sql/external-ids.js'
import { decodeAgent, encodeAgent, encodeOnlineUntil } from './agent-rows.js'
import type { agentStatements } from './agent-statements.js'
import { decodeDevice, encodeDevice } from './device-statements.js'

export class SqlAgents implements AgentWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof agentStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof agentStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(agentId: string): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: agentId })
    return row && decodeAgent(row)
  }

  async getByExternalId(licenseId: number, externalId: string): Promise<Agent | undefined> {
    const params = { license_id: licenseId, external_id: externalId }
    const row = await first(this.#db, this.#statements.getByExternalId, params)
    return row && decodeAgent(row)
  }

  async getPasswordHash(agentId: string): Promise<string | null | undefined> {
    const row = await first(this.#db, this.#statements.getPasswordHash, { id: agentId })
    return row && textOrNull(row, 'password_hash')
  }

  async listByIds(licenseId: number, agentIds: readonly string[]): Promise<readonly Agent[]> {
    const rows = await this.#db.all(this.#statements.listByIds, { license_id: licenseId, ids: agentIds })
    return rows.map(decodeAgent)
  }

  async list(licenseId: number, limit: number, after = ''): Promise<readonly Agent[]> {
    const rows = await this.#db.all(this.#statements.list, { license_id: licenseId, limit, after })
    return rows.map(decodeAgent)
  }

  async insert(agent: Agent): Promise<'inserted' | 'duplicate'> {
    if (await isExternalIdTaken(this.#db, this.#statements, this, agent)) return 'duplicate'
    const count = await this.#db.run(this.#statements.insert, encodeAgent(agent))
    return count === 0 ? 'duplicate' : 'inserted'
  }

  async update(agentId: string, changes: AgentChanges): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.lock, { id: agentId })
    if (row === undefined) return undefined
    const agent = { ...decodeAgent(row), ...changes }
    const { name, email, avatar, permission, maxChatsCount: max_chats_count } = agent
    const groups = JSON.stringify(agent.groups)
    const params = { id: agentId, name, email, avatar, permission, groups, max_chats_count }
    await this.#db.run(this.#statements.update, params)
    return agent
  }

  async setExternalId(
    { id, licenseId }: Pick<Agent, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'> {
    if (await isExternalIdTaken(this.#db, this.#statements, this, { id, licenseId, externalId }))
      return 'duplicate'
    await this.#db.run(this.#statements.setExternalId, { id, external_id: externalId })
    return 'written'
  }

  async logIn(
    agentId: string,
    login: { readonly routingStatus: RoutingStatus | 'keep'; readonly onlineUntil: Agent['onlineUntil'] },
  ): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.logIn, {
      id: agentId,
      routing_status: login.routingStatus === 'keep' ? null : login.routingStatus,
      online_until: encodeOnlineUntil(login.onlineUntil),
    })
    return row && decodeAgent(row)
  }

  async setRoutingStatusIfOnline(
    agentId: string,
    status: RoutingStatus,
    now: number,
  ): Promise<Agent | undefined> {
    const params = { id: agentId, routing_status: status, now }
    const row = await first(this.#db, this.#statements.setRoutingStatusIfOnline, params)
    return row && decodeAgent(row)
  }

  async listDevices(agentId: string): Promise<readonly Device[]> {
    const rows = await this.#db.all(this.#statements.listDevices, { id: agentId })
    return rows.map(decodeDevice)
  }

  async listDevicesToNotify(agentIds: readonly string[]): Promise<readonly Device[]> {
    const rows = await this.#db.all(this.#statements.listDevicesToNotify, { ids: agentIds })
    return rows.map(decodeDevice)
  }

  async putDevice(device: PutDevice, keepCount: number): Promise<boolean> {
    const count = await this.#db.run(this.#statements.putDevice, encodeDevice(device))
    if (count === 0) return false
    const { agentId: agent_id, token } = device
    const others = { agent_id, token, other_count: keepCount - 1 }
    await this.#db.run(this.#statements.removeSurplusDevices, others)
    return true
  }

  async removeDevice(agentId: string, token: string): Promise<void> {
    await this.#db.run(this.#statements.removeDevice, { agent_id: agentId, token })
  }

  async removeDevices(agentId: string): Promise<void> {
    await this.#db.run(this.#statements.removeDevices, { id: agentId })
  }

  async setPasswordHash(agentId: string, passwordHash: string | null): Promise<boolean> {
    const params = { id: agentId, password_hash: passwordHash }
    const count = await this.#db.run(this.#statements.setPasswordHash, params)
    return count > 0
  }

  async replacePasswordHash(agentId: string, from: string, to: string): Promise<boolean> {
    const count = await this.#db.run(this.#statements.replacePasswordHash, { id: agentId, from, to })
    return count > 0
  }

  async remove(agentId: string, at: number): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.lock, { id: agentId })
    if (row === undefined) return undefined
    await this.#db.run(this.#statements.remove, { id: agentId, removed_at: at })
    const { removeTokens, removeSignIns, removeDevices, removePresences, removeSettings } = this.#statements
    // Waits for a transaction that exchanges a code or refreshes a token, so that the tokens it made are seen below.
    await this.#db.run(this.#statements.removeCodes, { id: agentId })
    const tokens = await this.#db.all(this.#statements.lockTokens, { id: agentId })
    await this.#db.run(this.#statements.departBots, { hashes: tokens.map((token) => text(token, 'hash')) })
    for (const statement of [removeTokens, removeSignIns, removeDevices, removePresences, removeSettings]) {
      await this.#db.run(statement, { id: agentId })
    }
    return decodeAgent(row)
  }
}
