import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import type { Conversation } from '../support/conversations.js'
import type { RtmClient } from '../support/rtm-client.js'

interface Watched {
  readonly storage: Storage
  readonly licenseId: number
  readonly agentIds: readonly string[]
  readonly customerIds: readonly string[]
  /** Connections of every user that could be pushed something about the license. */
  readonly listeners: readonly RtmClient[]
}

/** Checks whether calls have an effect: on the stored data of the license, or on the connections of its users. */
export class Watch {
  readonly #watched: Watched

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Fails when `calls` change stored data or cause a push. Earlier pushes do not count. */
  async leavesNoTrace({ chatId, threadId }: Conversation, calls: () => Promise<void>): Promise<void> {
    const { listeners } = this.#watched
    for (const listener of listeners) await listener.pushes()
    const before = await this.#stored(chatId, threadId)
    await calls()
    assert.deepEqual(
      await this.#stored(chatId, threadId),
      before,
      'a call that was denied has stored something',
    )
    for (const listener of listeners) {
      assert.deepEqual(await listener.pushes(), [], 'a call that was denied has been pushed')
    }
  }

  async #stored(chatId: string, threadId: string): Promise<unknown> {
    const { storage, licenseId, agentIds, customerIds } = this.#watched
    const { chats, agents, customers, configuration } = storage.read
    const page = { before: null, offset: 0, limit: 100 }
    return {
      chat: await chats.get(chatId),
      threads: await chats.listThreads(chatId, [threadId]),
      summaries: await chats.listThreadSummaries(chatId, page),
      timeoutsFrom: await chats.getTimeoutsFrom(chatId),
      agents: await Promise.all(agentIds.map((id) => agents.get(id))),
      customers: await Promise.all(customerIds.map((id) => customers.get(id))),
      chatCounts: await Promise.all(customerIds.map((id) => chats.countByCustomer(id))),
      configuration: await configuration.get(licenseId),
    }
  }
}
