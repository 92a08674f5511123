import type { RecentKeys } from '../cache/recent-keys.js'

/**
 * Agents of whom this node knows that a thread names them: what they write without being in the chat needs no transaction
 * any more (decisions §16.4). A thread that names somebody does so for good, and of what is not known here the storage
 * knows, so nobody has to be told of anything.
 */
export class NamedWriters {
  readonly #keys: RecentKeys

  constructor(keys: RecentKeys) {
    this.#keys = keys
  }

  has(threadId: string, agentId: string): boolean {
    return this.#keys.has(keyOf(threadId, agentId))
  }

  /** Once that is committed. */
  add(threadId: string, agentId: string): void {
    this.#keys.add(keyOf(threadId, agentId))
  }
}

function keyOf(threadId: string, agentId: string): string {
  return `${threadId} ${agentId}`
}
