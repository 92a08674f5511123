import type { FactOf } from '../facts/fact.js'
import type { LostPresence } from '../ports/stores/nodes.js'

/** Maximum number of agents in one fact, and so in one message between nodes. */
const maxAgentCount = 1_000

/** Returns the facts for agents who no longer have a connection to any node. */
export function disconnectedFacts(lost: readonly LostPresence[]): readonly FactOf<'agents_disconnected'>[] {
  return lost.flatMap(({ licenseId, agentIds, onlineUntil }) => {
    const pieceCount = Math.ceil(agentIds.length / maxAgentCount)
    return Array.from({ length: pieceCount }, (_, piece) => {
      const ids = agentIds.slice(piece * maxAgentCount, (piece + 1) * maxAgentCount)
      return { name: 'agents_disconnected', licenseId, agentIds: ids, onlineUntil } as const
    })
  })
}
