import { invalid } from '../errors.js'
import { agentIdsOf } from './agents.js'
import type { AgentPrincipal } from './principal.js'

/** Whom a multicast is for, all of one license. Whoever is named but does not exist, or is not there, is not reached. */
export interface MulticastRecipients {
  readonly areAllAgents: boolean
  readonly agentIds: readonly string[]
  /** Groups of agents. */
  readonly groups: readonly number[]
  readonly customerIds: readonly string[]
}

/** As a request of any version names them. */
export interface RequestedRecipients {
  readonly agents?: {
    readonly all?: boolean
    readonly ids?: readonly string[]
    readonly groups?: readonly number[]
  }
  readonly customers?: { readonly ids?: readonly string[] }
}

/** `validation` where they are nobody: at least one of the four is required (spec chat.md "Agent API actions"). */
export function toRecipients({ agents = {}, customers = {} }: RequestedRecipients): MulticastRecipients {
  const { all: areAllAgents = false, ids: agentIds = [], groups = [] } = agents
  const { ids: customerIds = [] } = customers
  if (!areAllAgents && agentIds.length + groups.length + customerIds.length === 0) {
    throw invalid('payload.scopes names nobody')
  }
  return {
    areAllAgents,
    agentIds: agentIdsOf(agentIds),
    groups: distinct(groups),
    customerIds: distinct(customerIds),
  }
}

/** Whether it is for every agent with these groups, whoever they are. */
export function isForAlike({ areAllAgents, groups }: MulticastRecipients, agent: AgentPrincipal): boolean {
  return areAllAgents || groups.some((group) => agent.groups.includes(group))
}

/** Any JSON up to `maxBytes`; a copy, for a caller in process may go on to change what it gave. */
export function toMulticastContent(content: unknown, maxBytes: number): unknown {
  const json: string | undefined = JSON.stringify(content)
  if (json === undefined) throw invalid('payload.content is required')
  if (Buffer.byteLength(json) > maxBytes) {
    throw invalid(`payload.content is larger than ${maxBytes} bytes as JSON`)
  }
  return JSON.parse(json)
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}
