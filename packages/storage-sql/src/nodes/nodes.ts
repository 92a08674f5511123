import type { LostPresence, Node, NodeWrites } from '@parley/core/storage'
import { integer, text } from '../sql/columns.js'
import { countDue } from '../sql/due-rows.js'
import type { Row, SqlExecutor } from '../sql/executor.js'
import { encodeRows } from '../sql/insert-rows.js'
import type { departureColumns, nodeStatements, presenceColumns } from './node-statements.js'

export class SqlNodes implements NodeWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof nodeStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof nodeStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async listActive(now: number): Promise<readonly Node[]> {
    const rows = await this.#db.all(this.#statements.listActive, { now })
    return rows.map((row) => ({ id: text(row, 'id'), leaseUntil: integer(row, 'lease_until') }))
  }

  countExpired(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countExpired, { until, max })
  }

  async renew(nodeId: string, now: number, leaseUntil: number, lostUntil: number): Promise<boolean> {
    const lease = { id: nodeId, lease_until: leaseUntil }
    const count = await this.#db.run(this.#statements.renew, { ...lease, now })
    if (count > 0) return true
    const expired = await this.#db.all(this.#statements.end, { id: nodeId })
    await this.#departAll(expired, () => lostUntil)
    await this.#db.run(this.#statements.begin, lease)
    return false
  }

  async connect(nodeId: string, agentIds: readonly string[]): Promise<boolean> {
    const { connectAtOnce } = this.#statements
    if (connectAtOnce === undefined) return this.#connectInSteps(nodeId, agentIds)
    if (agentIds.length > 1) await this.#lockAgents(agentIds)
    const kept = await this.#db.all(connectAtOnce, { id: nodeId, ids: agentIds })
    return kept.length > 0
  }

  async disconnect(
    nodeId: string,
    agentIds: readonly string[],
    onlineUntil: number,
  ): Promise<readonly string[]> {
    const ids = await this.#lockAgents(agentIds)
    const removed = await this.#db.all(this.#statements.removePresences, { node_id: nodeId, ids })
    const departed = await this.#depart(new Map(removed.map((row) => [text(row, 'agent_id'), onlineUntil])))
    return departed.map((row) => text(row, 'id'))
  }

  async disconnectEverywhere(agentIds: readonly string[], onlineUntil: number): Promise<void> {
    const ids = await this.#lockAgents(agentIds)
    await this.#db.run(this.#statements.removeEveryPresence, { ids })
    await this.#depart(new Map(ids.map((id) => [id, onlineUntil])))
  }

  async endExpired(
    now: number,
    { leaseMs, graceMs, limit }: Parameters<NodeWrites['endExpired']>[1],
  ): Promise<readonly LostPresence[]> {
    const ended = await this.#db.all(this.#statements.endExpired, { now, limit })
    return await this.#departAll(ended, (leaseUntil) => leaseUntil - leaseMs + graceMs)
  }

  async end(nodeId: string, onlineUntil: number): Promise<readonly LostPresence[]> {
    const ended = await this.#db.all(this.#statements.end, { id: nodeId })
    return await this.#departAll(ended, () => onlineUntil)
  }

  async #connectInSteps(nodeId: string, agentIds: readonly string[]): Promise<boolean> {
    const kept = await this.#db.all(this.#statements.keep, { id: nodeId })
    if (kept.length === 0) return false
    const connected = await this.#db.all(this.#statements.setConnected, { ids: agentIds })
    if (connected.length === 0) return true
    const rows = connected.map((row) => ({ agent_id: text(row, 'id'), node_id: nodeId }))
    await this.#db.run(this.#statements.insertPresences, encodeRows<typeof presenceColumns>(rows))
    return true
  }

  /**
   * Locks agents. When two transactions disconnect an agent from its last two nodes, the second one sees what the first
   * did.
   */
  async #lockAgents(agentIds: readonly string[]): Promise<readonly string[]> {
    if (agentIds.length === 0) return []
    const rows = await this.#db.all(this.#statements.lockAgents, { ids: agentIds })
    return rows.map((row) => text(row, 'id'))
  }

  /** Disconnects all agents of nodes that have ended. */
  async #departAll(
    nodes: readonly Row[],
    onlineUntil: (leaseUntil: number) => number,
  ): Promise<readonly LostPresence[]> {
    if (nodes.length === 0) return []
    const ends = new Map(nodes.map((row) => [text(row, 'id'), onlineUntil(integer(row, 'lease_until'))]))
    const node_ids = [...ends.keys()]
    const presences = await this.#db.all(this.#statements.listPresences, { node_ids })
    const departures = latestEnds(presences, ends)
    await this.#lockAgents([...departures.keys()])
    await this.#db.run(this.#statements.removeAllPresences, { node_ids })
    return lostPresences(await this.#depart(departures))
  }

  /**
   * Sets the time until which agents are logged in, for those without a connection to any node. Returns the rows of
   * these.
   */
  async #depart(departures: ReadonlyMap<string, number>): Promise<readonly Row[]> {
    if (departures.size === 0) return []
    const rows = [...departures].map(([id, online_until]) => ({ id, online_until }))
    return await this.#db.all(this.#statements.depart, encodeRows<typeof departureColumns>(rows))
  }
}

/** Returns the latest end for each agent, because an agent may have been on several nodes. */
function latestEnds(
  presences: readonly Row[],
  ends: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const row of presences) {
    const agentId = text(row, 'agent_id')
    const end = ends.get(text(row, 'node_id')) ?? 0
    latest.set(agentId, Math.max(end, latest.get(agentId) ?? end))
  }
  return latest
}

/** Groups agents by license and by the time until which they are logged in. */
function lostPresences(agents: readonly Row[]): readonly LostPresence[] {
  const lost = new Map<string, LostPresence & { readonly agentIds: string[] }>()
  for (const row of agents) {
    const [licenseId, onlineUntil] = [integer(row, 'license_id'), integer(row, 'online_until')]
    const key = `${licenseId} ${onlineUntil}`
    const alike = lost.get(key) ?? { licenseId, onlineUntil, agentIds: [] }
    alike.agentIds.push(text(row, 'id'))
    lost.set(key, alike)
  }
  return [...lost.values()]
}
