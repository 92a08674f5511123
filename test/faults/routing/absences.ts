import type { Entry } from './log.js'
import { awakeAt, type Outage } from './outages.js'

/** A period in which an agent had no connection and did not try to connect. */
export interface Absence {
  readonly agentId: string
  readonly from: number
  readonly until: number
}

interface Service {
  readonly from: number
  readonly until: number
}

interface Bounds {
  readonly graceMs: number
  readonly outages: readonly Outage[]
}

/**
 * Returns the longest time that an absent agent kept chats beyond the grace period (decisions §7). Uses what the agents
 * did themselves, because the storage may still list the agents of a killed node as connected.
 */
export function longestAbsentMs(
  entries: readonly Entry[],
  absences: readonly Absence[],
  { graceMs, outages }: Bounds,
): number {
  const services = servicesByAgent(entries)
  let longestMs = 0
  for (const { agentId, from, until } of absences) {
    const goneFrom = awakeAt(outages, from) + graceMs
    for (const service of services.get(agentId) ?? []) {
      if (service.from >= until || service.until <= from) continue
      longestMs = Math.max(longestMs, awakeAt(outages, Math.min(service.until, until)) - goneFrom)
    }
  }
  return longestMs
}

function servicesByAgent(entries: readonly Entry[]): ReadonlyMap<string, readonly Service[]> {
  const beginnings = new Map<string, number>()
  const services = new Map<string, Service[]>()
  for (const entry of entries) {
    if (entry.kind !== 'serves' && entry.kind !== 'serves no more') continue
    const { kind, at, chatId, agentId } = entry
    const key = JSON.stringify([chatId, agentId])
    if (kind === 'serves') beginnings.set(key, at)
    else
      services.set(agentId, [
        ...(services.get(agentId) ?? []),
        { from: beginnings.get(key) ?? at, until: at },
      ])
  }
  return services
}
