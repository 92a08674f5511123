import { createParley } from '@parley/core'
import type { Location } from './engine-process.js'
import { storageAt } from './storage-at.js'
import type { Caller } from './wire.js'

export interface Conversation {
  readonly chatId: string
  readonly threadId: string
  readonly customerToken: string
}

/** The users that send, and their chats. */
export interface Tenant {
  readonly licenseId: number
  readonly agentToken: string
  readonly conversations: readonly Conversation[]
}

const scopes = ['chats--all:read', 'chats.conversation--all:write', 'chats.meta--all:write'] as const

/** Creates a license with an agent and that many customers, each in a chat with an active thread. */
export async function createTenant(location: Location, chatCount: number): Promise<Tenant> {
  const parley = await createParley({ storage: storageAt(location) })
  const { admin, as } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'under load' })
  const agentId = 'agent@example.com'
  await admin.agents.create({ licenseId, login: agentId, name: 'Agent', permission: 'administrator' })
  const app = {
    licenseId,
    name: 'app',
    type: 'server',
    visibility: 'private',
    redirectUris: [],
    scopes,
  } as const
  const { clientId } = await admin.apps.create(app)
  const { accessToken: agentToken } = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
  const conversations: Conversation[] = []
  for (let index = 0; index < chatCount; index += 1) {
    const { id: customerId } = await admin.customers.create({ licenseId, name: `Customer ${index}` })
    const { accessToken } = await admin.tokens.createForCustomer({ licenseId, clientId, customerId })
    const { chat } = await as({ customerId }).startChat()
    conversations.push({ chatId: chat.id, threadId: chat.thread.id, customerToken: accessToken })
  }
  await parley.close()
  return { licenseId, agentToken, conversations }
}

export function customerOf({ licenseId }: Tenant, token: string): Caller {
  return { root: '/customer/v0.5', query: `?license_id=${licenseId}`, token }
}

export function agentOf({ agentToken: token }: Tenant): Caller {
  return { root: '/agent/v0.4', query: '', token }
}
