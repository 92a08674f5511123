import type { RecentKeys } from '../cache/recent-keys.js'

/**
 * Remembers which agents are already listed as users of a thread. They can write without being members, and need no
 * transaction for it (decisions §16.4). A thread never drops a listed user, and the storage knows what this cache does
 * not, so nodes need not inform each other.
 */
export class ThreadAuthors {
  readonly #keys: RecentKeys

  constructor(keys: RecentKeys) {
    this.#keys = keys
  }

  has(threadId: string, agentId: string): boolean {
    return this.#keys.has(keyOf(threadId, agentId))
  }

  /** Remembers the agent. Must be called after the commit. */
  add(threadId: string, agentId: string): void {
    this.#keys.add(keyOf(threadId, agentId))
  }
}

function keyOf(threadId: string, agentId: string): string {
  return `${threadId} ${agentId}`
}
