import { createParley, type Parley } from '@parley/core'
import { byProfile } from '../../support/profile.js'
import type { Location } from '../engine-process.js'
import { storageAt } from '../storage-at.js'

export interface Agent {
  readonly id: string
  readonly name: string
  readonly token: string
  /** Groups of the agent besides group 0, which holds every agent. */
  readonly groups: readonly number[]
  readonly maxChatsCount: number
}

export interface Customer {
  readonly token: string
  /** Groups of the chat that the customer starts. Empty when every agent may take it. */
  readonly groups: readonly number[]
}

export interface People {
  readonly licenseId: number
  readonly agents: readonly Agent[]
  readonly customers: readonly Customer[]
  /** Access token of an administrator who never connects. */
  readonly readerToken: string
}

const agentCount = byProfile({ quick: 8, full: 20, nightly: 20 })
const scopes = [
  'chats--all:read',
  'chats.conversation--my:write',
  'chats.meta--my:write',
  'agents--my:write',
] as const
/** Groups of the chats. Half of the chats are open to every agent. */
const groupsOfChats: readonly (readonly number[])[] = [[], [1], [], [2]]
const atOnce = 16

/** Creates a license with agents in groups, and customers who have not started a chat yet. */
export async function createPeople(location: Location, customerCount: number): Promise<People> {
  const parley = await createParley({ storage: storageAt(location), routing: { mode: 'manual' } })
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Test' })
  const { clientId } = await parley.admin.apps.create({
    ...{ licenseId, name: 'Test', type: 'server', visibility: 'private', redirectUris: [] },
    scopes,
  })
  const agents: Agent[] = []
  for (let index = 0; index < agentCount; index += 1) {
    agents.push(await createAgent(parley, { licenseId, clientId, index }))
  }
  const { readerToken } = await createReader(parley, licenseId, clientId)
  const customers: Customer[] = []
  while (customers.length < customerCount) {
    const count = Math.min(atOnce, customerCount - customers.length)
    const tokens = Array.from({ length: count }, () => createCustomer(parley, licenseId, clientId))
    for (const token of await Promise.all(tokens)) {
      customers.push({ token, groups: groupsOfChats[customers.length % groupsOfChats.length] ?? [] })
    }
  }
  await parley.close()
  return { licenseId, agents, customers, readerToken }
}

interface AgentPosition {
  readonly licenseId: number
  readonly clientId: string
  readonly index: number
}

async function createAgent({ admin }: Parley, { licenseId, clientId, index }: AgentPosition): Promise<Agent> {
  const groups = index % 4 === 1 ? [1, 2] : index % 2 === 1 ? [1] : []
  const maxChatsCount = 2 + (index % 3)
  const { id, name } = await admin.agents.create({
    ...{ licenseId, login: `agent-${index}@example.com`, name: `Agent ${index}`, maxChatsCount },
    groups: groups.map((group) => ({ id: group, priority: 'normal' })),
  })
  const { accessToken: token } = await admin.tokens.createForAgent({ licenseId, agentId: id, clientId })
  return { id, name, token, groups, maxChatsCount }
}

async function createReader({ admin }: Parley, licenseId: number, clientId: string) {
  const [login, permission] = ['reader@example.com', 'administrator'] as const
  const { id: agentId } = await admin.agents.create({ licenseId, login, name: 'Reader', permission })
  const { accessToken: readerToken } = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
  return { readerToken }
}

async function createCustomer({ admin }: Parley, licenseId: number, clientId: string): Promise<string> {
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Casey' })
  return (await admin.tokens.createForCustomer({ licenseId, clientId, customerId })).accessToken
}
