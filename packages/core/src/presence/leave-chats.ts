import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { removeMembers } from '../chats/members.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { Agent } from '../ports/stores/agents.js'
import type { Settings } from '../settings.js'

export interface LeaveDependencies {
  readonly read: Pick<StorageReads, 'chats'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly settings: Pick<Settings, 'limits' | 'threadBounds'>
}

const everyChat = { groups: [], includeActive: true, filters: [], routing: 'any', order: 'desc' } as const
const round = { after: null, limit: 100, maxBytes: 1_048_576 } as const

/** Takes an agent who was deleted out of every chat they are in. */
export async function leaveChats(
  dependencies: LeaveDependencies,
  agent: Pick<Agent, 'id' | 'licenseId'>,
): Promise<void> {
  const { id, licenseId } = agent
  const query = { licenseId, agentId: id, reach: 'member', ...everyChat } as const
  for (;;) {
    const { chats } = await dependencies.read.chats.listOfAgent({ ...query, ...round })
    if (chats.length === 0) return
    for (const { head } of chats) await leaveChat(dependencies, head.id, id)
  }
}

function leaveChat(
  { changes, clock, steady, ids, settings }: LeaveDependencies,
  chatId: string,
  agentId: string,
): Promise<void> {
  const at = clock.now()
  return changes.commit(systemOrigin, at, [chatId], async (tx) => {
    const before = await tx.chats.lock(chatId)
    if (before === undefined) return { response: undefined, facts: [] }
    const change = { tx, at, steadyAt: steady.now(), newId: () => ids.uuid() }
    const bounds = { formerCount: settings.limits.formerUsersPerChat, thread: settings.threadBounds }
    const { head, facts } = await removeMembers(change, before, [agentId], bounds)
    return { response: undefined, facts, head }
  })
}
