import { invalidField } from '../errors.js'
import { normalizeAgentIds } from './agents.js'
import type { AgentPrincipal } from './principal.js'

/**
 * The recipients of a multicast, all within one license. Recipients that do not exist or are not connected are skipped.
 */
export interface MulticastRecipients {
  readonly areAllAgents: boolean
  readonly agentIds: readonly string[]
  /** Groups whose agents receive the multicast. */
  readonly groups: readonly number[]
  readonly customerIds: readonly string[]
}

/** The recipients as a request of any API version names them. */
export interface RequestedRecipients {
  readonly agents?: {
    readonly all?: boolean
    readonly ids?: readonly string[]
    readonly groups?: readonly number[]
  }
  readonly customers?: { readonly ids?: readonly string[] }
}

/**
 * Turns the requested recipients into those of a multicast. Throws a `validation` error when there is none: at least
 * one of the four fields is required (spec chat.md "Agent API actions").
 */
export function toRecipients({ agents = {}, customers = {} }: RequestedRecipients): MulticastRecipients {
  const { all: areAllAgents = false, ids: agentIds = [], groups = [] } = agents
  const { ids: customerIds = [] } = customers
  if (!areAllAgents && agentIds.length + groups.length + customerIds.length === 0) {
    throw invalidField({ path: 'payload.scopes', rule: 'empty' }, 'must name at least one recipient')
  }
  return {
    areAllAgents,
    agentIds: normalizeAgentIds(agentIds),
    groups: distinct(groups),
    customerIds: distinct(customerIds),
  }
}

/** Returns whether the multicast goes to every agent with these groups, regardless of the agent's id. */
export function includesGroups(
  { areAllAgents, groups }: MulticastRecipients,
  agent: AgentPrincipal,
): boolean {
  return areAllAgents || groups.some((group) => agent.groups.includes(group))
}

/**
 * Returns a copy of the content, which can be any JSON up to `maxBytes`. A copy is needed because an in-process caller
 * may change its object later.
 */
export function toMulticastContent(content: unknown, maxBytes: number): unknown {
  const json: string | undefined = JSON.stringify(content)
  if (json === undefined) throw invalidField({ path: 'payload.content', rule: 'required' }, 'is required')
  if (Buffer.byteLength(json) > maxBytes) {
    throw invalidField(
      { path: 'payload.content', rule: 'too_large', limit: maxBytes },
      `is larger than ${maxBytes} bytes as JSON`,
    )
  }
  return JSON.parse(json)
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}
