import { loadChat, loadLastThreads } from './desk-history.js'
import { applyPush } from './desk-pushes.js'

/** Which of the two it is, the engine does not tell. */
const NOT_THERE = 'There is no such chat, or it is not for you to see.'

/** Loads the open chat of an `AgentDesk`, which may be one that its list does not hold yet. */
export class ChatLoader {
  #desk
  #onChange
  #pushesWhileLoading = []

  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
  }

  /** Up to its thread `threadId`, where one is looked for. */
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

  /** The answer under way may be older than this push: it is applied once more after it. */
  note(action, payload) {
    if (this.#desk.openChat?.isLoaded === false) this.#pushesWhileLoading.push([action, payload])
  }

  /** Whether it worked; where not, the button stays for another try. */
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

  /** A lost connection brings a new login, and that another load. */
  #failed(chat, error) {
    if (error.type === 'offline' || chat !== this.#desk.openChat) return
    // What was never seen in a list may not be there at all.
    if (!chat.isListed) this.#desk.forget(chat.id)
    this.#desk.problem = error.type === 'validation' ? NOT_THERE : error.message
  }
}

function isFurtherUp({ isLoaded, earlierThreadIds, conversation }, threadId) {
  return isLoaded && earlierThreadIds.includes(threadId) && !conversation.hasThread(threadId)
}
