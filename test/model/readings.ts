import { versions } from '../../packages/core/src/contract/versions.js'
import { type Call, type Cast, type Name, type TenantName, tenantNames, tenants } from './calls.js'
import type { Known } from './known.js'
import type { Payload } from './payloads.js'
import type { People } from './people.js'

/** Number of chats at the beginning of a sequence, one for each customer. */
const fewChats = 3

/** Returns the calls by which every user reads all events and the whole configuration after a sequence. */
export function readingsOf(people: People, cast: Cast): readonly Call[] {
  return tenantNames.flatMap((name) => readingsOfTenant(name, people, cast))
}

function readingsOfTenant(name: TenantName, people: People, { agents, customers }: Cast): readonly Call[] {
  const { agents: agentNames, customers: customerNames } = tenants[name]
  const [administrator] = agentNames
  const known = people.knownTo(administrator)
  const byAgent = (who: Name, action: string, payload: Payload): Call => {
    return { who, api: 'agent', version: agents, action, payload, seconds: 0 }
  }
  const byCustomer = (who: Name, action: string, payload: Payload): Call => {
    return { who, api: 'customer', version: customers, action, payload, seconds: 0 }
  }
  const threads = known.chats.map((chat_id) => ({ chat_id, thread_ids: known.threadsOf(chat_id) }))
  return [
    ...configurationOf(administrator, known),
    ...agentNames.map((who) => byAgent(who, 'get_filtered_chats', {})),
    byAgent(administrator, 'get_archives', { pagination: { page: 1, limit: 100 } }),
    byAgent(administrator, 'get_auto_chat_scopes_config', {}),
    ...threads.map((payload) => byAgent(administrator, 'get_chat_threads', payload)),
    ...customerNames.flatMap((who) => [
      byCustomer(who, 'get_chats_summary', { limit: 25 }),
      ...threads.slice(0, fewChats).map((payload) => byCustomer(who, 'get_chat_threads', payload)),
    ]),
  ]
}

function configurationOf(who: Name, known: Known): readonly Call[] {
  const version = versions.configuration[2]
  const all = (action: string, payload: Payload): Call => {
    return { who, api: 'configuration', version, action, payload, seconds: 0 }
  }
  return [
    all('properties/get_property_configs', { all: true }),
    all('webhooks/get_webhooks_config', {}),
    all('agents/get_bot_agents', { all: true }),
    ...known.bots.map((bot_agent_id) => all('agents/get_bot_agent_details', { bot_agent_id })),
  ]
}
