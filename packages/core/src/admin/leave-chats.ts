import { type Emit, toChat } from '../domain/push.js'
import type { Storage } from '../ports/storage.js'
import type { Agent } from '../ports/stores/agents.js'
import type { Settings } from '../settings.js'
import type { ChatWriter } from '../writes/chat-writer.js'

export interface LeaveDependencies {
  readonly storage: Storage
  readonly writer: ChatWriter
  readonly emit: Emit
  readonly settings: Settings
}

const round = { after: null, limit: 100, maxBytes: 1_048_576 } as const

/** Takes an agent out of every chat it is in, with the push that tells the others; for one that is deleted. */
export async function leaveChats(dependencies: LeaveDependencies, agent: Agent): Promise<void> {
  const { id, licenseId } = agent
  const query = { licenseId, agentId: id, reach: 'member', groups: [], includeActive: true } as const
  for (;;) {
    const { chats } = await dependencies.storage.read.chats.listOfAgent({ ...query, ...round })
    if (chats.length === 0) return
    for (const { head } of chats) await leaveChat(dependencies, head.id, id)
  }
}

function leaveChat(
  { writer, emit, settings }: LeaveDependencies,
  chatId: string,
  agentId: string,
): Promise<void> {
  const request = { callerId: null, cancellation: { aborted: false }, emit, answer: undefined }
  return writer.transact(chatId, request, async (tx) => {
    await tx.chats.lock(chatId)
    const head = await tx.chats.removeMembers(chatId, [agentId], settings.limits.formerUsersPerChat)
    const removed = [{ id: agentId, kind: 'agent' }] as const
    const push = toChat(
      head,
      { name: 'chat_users_updated', chatId, added: [], removed },
      { formerMemberIds: [agentId] },
    )
    return { response: undefined, pushes: [push], head }
  })
}
