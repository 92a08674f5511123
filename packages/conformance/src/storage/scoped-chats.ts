import type { ChatScopes } from '@parley/core/storage'
import { agentMember, customerMember, newAgent, newChat, newCustomer } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

/** Chat scopes by the id of the chat. */
export const scopesByChat: Readonly<Record<string, ChatScopes>> = {
  open: { groups: [], agents: [] },
  ofGroup: { groups: [5, 7], agents: [] },
  ofOtherGroup: { groups: [55], agents: [] },
  ofAgent: { groups: [9], agents: ['agent'] },
  ofOtherAgent: { groups: [], agents: ['another'] },
}

/** Stores chats of which an agent in the groups 0 and 5 sees some. The agent is a member of `joined` only. */
export async function givenScopedChats({ license, write }: StorageContext): Promise<void> {
  await write(async (tx) => {
    await tx.agents.insert(newAgent(license, 'agent'))
    await tx.customers.insert(newCustomer(license, 'customer'))
    for (const [id, scopes] of Object.entries(scopesByChat)) {
      await tx.chats.insert(newChat(license, id, { scopes }))
    }
    const joined = { scopes: { groups: [55], agents: [] }, members: [customerMember, agentMember] }
    await tx.chats.insert(newChat(license, 'joined', joined))
  })
}
