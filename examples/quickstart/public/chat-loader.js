import { loadChat, loadLastThreads } from './desk-history.js'
import { applyPush } from './desk-pushes.js'

/** Text for a missing chat. The engine does not reveal whether the chat exists. */
const NOT_THERE = 'There is no such chat, or it is not for you to see.'

/** Loads the open chat of an `AgentDesk`, even when it is not in the list. */
export class ChatLoader {
  #desk
  #onChange
  #pushesWhileLoading = []

  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
  }

  /** Loads the chat's threads, back to `threadId` if it is given. */
  async load(chat, threadId) {
    if (!chat.isLoaded) {
      this.#pushesWhileLoading = []
      try {
        const loaded = await loadChat(this.#desk, chat.id)
        if (chat === this.#desk.openChat) this.#loaded(chat, loaded)
      } catch (error) {
        this.#failed(chat, error)
      }
    }
    while (chat === this.#desk.openChat && isFurtherUp(chat, threadId)) {
      if (!(await this.loadEarlier(chat))) break
    }
    this.#onChange()
  }

  /**
   * Keeps a push while the chat loads. The response may be older than the push, so the push is applied again after it.
   */
  note(action, payload) {
    if (this.#desk.openChat?.isLoaded === false) this.#pushesWhileLoading.push([action, payload])
  }

  /** Loads earlier threads. Resolves with whether that worked; otherwise the button stays for another attempt. */
  async loadEarlier(chat) {
    try {
      const { threads } = await loadLastThreads(this.#desk, chat.id, chat.earlierThreadIds)
      for (const thread of threads) chat.conversation.putThread(thread)
      return true
    } catch {
      return false
    } finally {
      this.#onChange()
    }
  }

  #loaded(chat, { users, groups, threads, earlierThreadIds }) {
    chat.groups = groups
    chat.conversation.putUsers(users)
    chat.conversation.replaceThreads(threads)
    const newest = chat.conversation.lastThread
    if (newest !== undefined) chat.putThread(newest)
    for (const event of chat.conversation.events) chat.outbox.confirm(event)
    chat.earlierThreadIds = earlierThreadIds
    chat.isLoaded = true
    for (const [action, payload] of this.#pushesWhileLoading) applyPush(this.#desk, action, payload)
  }

  /** A lost connection is ignored, because the next login loads the chat again. */
  #failed(chat, error) {
    if (error.type === 'offline' || chat !== this.#desk.openChat) return
    // A chat that was never listed may not exist.
    if (!chat.isListed) this.#desk.forget(chat.id)
    this.#desk.problem = error.type === 'validation' ? NOT_THERE : error.message
  }
}

function isFurtherUp({ isLoaded, earlierThreadIds, conversation }, threadId) {
  return isLoaded && earlierThreadIds.includes(threadId) && !conversation.hasThread(threadId)
}
