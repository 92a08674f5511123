import type { DepartedAgent, LostPresence, Node, NodeReads, NodeWrites } from '@parley/core/storage'
import { isLoggedIn } from './logged-in.js'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const nodeReads = (run: Run): NodeReads => ({
  listActive: (now) =>
    run(({ nodes }) => {
      const active = nodes.rows(({ leaseUntil }) => leaseUntil > now)
      return sorted(active, ({ id }) => [0, id])
    }),
  countExpired: (until, max) =>
    run(({ nodes }) => Math.min(max, nodes.rows(({ leaseUntil }) => leaseUntil <= until).length)),
})

export const nodeWrites = (run: Run): NodeWrites => ({
  renew: (nodeId, now, leaseUntil, lostUntil) =>
    run((tables) => {
      const before = tables.nodes.get(nodeId)
      const lasts = before !== undefined && before.leaseUntil > now
      // Agents of the expired lease must not stay logged in forever. Those who are still connected are added again.
      if (before !== undefined && !lasts) endNodes(tables, [before], () => lostUntil)
      tables.nodes.put(nodeId, { id: nodeId, leaseUntil })
      return lasts
    }),
  connect: (nodeId, agentIds) =>
    run(({ nodes, agents, connections }) => {
      if (nodes.get(nodeId) === undefined) return false
      for (const agentId of agentIds) {
        const isAgent = agents.patch(agentId, { onlineUntil: 'forever' }) !== undefined
        if (isAgent) connections.put(JSON.stringify([nodeId, agentId]), { nodeId, agentId })
      }
      return true
    }),
  disconnect: (nodeId, agentIds, onlineUntil) =>
    run((tables) => {
      const removed = agentIds.flatMap(
        (agentId) => tables.connections.delete(JSON.stringify([nodeId, agentId])) ?? [],
      )
      const departed = depart(tables, new Map(removed.map(({ agentId }) => [agentId, onlineUntil])))
      return departed.map(({ id }) => id)
    }),
  disconnectEverywhere: (agentIds, onlineUntil) =>
    run((tables) => {
      tables.connections.deleteWhere(({ agentId }) => agentIds.includes(agentId))
      depart(tables, new Map(agentIds.map((agentId) => [agentId, onlineUntil])))
    }),
  endExpired: (now, { leaseMs, graceMs, limit }) =>
    run((tables) => {
      const expired = tables.nodes.rows(({ leaseUntil }) => leaseUntil <= now)
      const oldest = sorted(expired, ({ leaseUntil, id }) => [leaseUntil, id]).slice(0, limit)
      return endNodes(tables, oldest, ({ leaseUntil }) => leaseUntil - leaseMs + graceMs)
    }),
  end: (nodeId, onlineUntil) =>
    run((tables) => {
      const node = tables.nodes.get(nodeId)
      return node === undefined ? [] : endNodes(tables, [node], () => onlineUntil)
    }),
  ...nodeReads(run),
})

/** Ends nodes. An agent who was on several of them stays logged in until the latest end. */
function endNodes(
  tables: Tables,
  nodes: readonly Node[],
  onlineUntil: (node: Node) => number,
): readonly LostPresence[] {
  const ends = new Map<string, number>()
  for (const node of nodes) {
    tables.nodes.delete(node.id)
    for (const { agentId } of tables.connections.deleteWhere(({ nodeId }) => nodeId === node.id)) {
      ends.set(agentId, Math.max(onlineUntil(node), ends.get(agentId) ?? 0))
    }
  }
  const lost = new Map<string, LostPresence & { readonly agentIds: string[] }>()
  for (const { id, licenseId, onlineUntil } of depart(tables, ends)) {
    const key = `${licenseId} ${onlineUntil}`
    const alike = lost.get(key) ?? { licenseId, onlineUntil, agentIds: [] }
    alike.agentIds.push(id)
    lost.set(key, alike)
  }
  return [...lost.values()]
}

/** Sets the time until which agents are logged in, for those without a connection to any node. Returns these agents. */
function depart(
  { agents, connections }: Tables,
  ends: ReadonlyMap<string, number>,
): readonly DepartedAgent[] {
  const connected = new Set(
    connections.rows(({ agentId }) => ends.has(agentId)).map(({ agentId }) => agentId),
  )
  return [...ends].flatMap(([id, onlineUntil]) => {
    const agent = agents.get(id)
    if (agent === undefined || connected.has(id) || !isLoggedIn(agent, onlineUntil)) return []
    agents.patch(id, { onlineUntil })
    return { id, licenseId: agent.licenseId, onlineUntil }
  })
}
