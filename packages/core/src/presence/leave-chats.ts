import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { ChatChange } from '../chats/chat-change.js'
import { lockServed } from '../chats/lock-served.js'
import { type LeavingBounds, removeMembers } from '../chats/members.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Fact } from '../facts/fact.js'
import type { Agent } from '../model/agent.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface LeaveDependencies {
  readonly read: Pick<StorageReads, 'chats' | 'routing'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly ids: Ids
  readonly settings: Pick<Settings, 'limits' | 'threadBounds'>
}

const everyChat = { groups: [], includeActive: true, filters: [], routing: 'any', order: 'desc' } as const
const round = { after: null, limit: 100, maxBytes: 1_048_576 } as const

/** Maximum number of active threads that an agent leaves in the transaction that removes it. */
const chatsPerRemoval = 50

/**
 * Returns the chats that the agent serves. They wait for another agent once the commit that removes this agent is done.
 */
export function listServedChats({ read }: LeaveDependencies, agentId: string): Promise<readonly string[]> {
  return read.routing.listActiveChats(agentId, chatsPerRemoval)
}

/**
 * Removes an agent from the given chats that are still being served. Must run before the agent is locked, because chats
 * are locked first.
 */
export async function leaveServed(
  dependencies: LeaveDependencies,
  { tx, at }: Pick<ChatChange, 'tx' | 'at'>,
  chatIds: readonly string[],
  agentId: string,
): Promise<readonly Fact[]> {
  const change = changeIn(tx, dependencies, at)
  const bounds = boundsOf(dependencies)
  const facts: Fact[] = []
  for (const head of await lockServed(tx, chatIds)) {
    facts.push(...(await removeMembers(change, head, [agentId], bounds)).facts)
  }
  return facts
}

/** Removes a deleted agent from all of its chats. */
export async function leaveChats(
  dependencies: LeaveDependencies,
  agent: Pick<Agent, 'id' | 'licenseId'>,
): Promise<void> {
  const { id, licenseId } = agent
  const query = { licenseId, agentId: id, reach: 'member', ...everyChat } as const
  for (;;) {
    const { chats } = await dependencies.read.chats.listForAgent({ ...query, ...round })
    if (chats.length === 0) return
    for (const { head } of chats) await leaveChat(dependencies, head.id, id)
  }
}

function leaveChat(dependencies: LeaveDependencies, chatId: string, agentId: string): Promise<void> {
  const { changes, clock } = dependencies
  const at = clock.now()
  return changes.commit(systemOrigin, at, [chatId], async (tx) => {
    const before = await tx.chats.lock(chatId)
    if (before === undefined) return { response: undefined, facts: [] }
    const change = changeIn(tx, dependencies, at)
    const { head, facts } = await removeMembers(change, before, [agentId], boundsOf(dependencies))
    return { response: undefined, facts, head }
  })
}

function changeIn(tx: StorageTransaction, { steady, ids }: LeaveDependencies, at: number): ChatChange {
  return { tx, at, steadyAt: steady.now(), newId: () => ids.uuid() }
}

function boundsOf({ settings }: LeaveDependencies): LeavingBounds {
  return { formerCount: settings.limits.formerUsersPerChat, thread: settings.threadBounds }
}
