import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageReads } from '../ports/storage.js'

/**
 * Caches the heads of the chats in use. A cached head may be outdated: writes name its revision, and the storage
 * refuses them when the revision has changed. So the cache never causes a wrong decision.
 */
export class ChatHeads {
  readonly #cache: ExpiringCache<ChatHead>
  readonly #read: Pick<StorageReads, 'chats'>
  #loading = new Map<string, Promise<ChatHead | undefined>>()

  constructor(read: Pick<StorageReads, 'chats'>, cache: ExpiringCache<ChatHead>) {
    this.#read = read
    this.#cache = cache
  }

  /** Reads the head from the storage, bypassing the cache. */
  read(chatId: string): Promise<ChatHead | undefined> {
    return this.#load(chatId)
  }

  /** Returns the cached head synchronously, so that the hot path does not wait; otherwise reads it. */
  get(chatId: string): ChatHead | undefined | Promise<ChatHead | undefined> {
    return this.#cache.get(chatId) ?? this.#load(chatId)
  }

  /** Caches a head. A revision older than the cached one is ignored. */
  put(head: ChatHead): void {
    const cached = this.#cache.get(head.id)
    if (cached === undefined || cached.revision <= head.revision) this.#cache.set(head.id, head)
  }

  /** Drops the cached head of a chat that another node has changed, unless its revision is at least this one. */
  forgetBefore(chatId: string, revision: number): void {
    const cached = this.#cache.get(chatId)
    if (cached !== undefined && cached.revision < revision) this.#cache.delete(chatId)
  }

  forget(chatId: string): void {
    this.#cache.delete(chatId)
  }

  /** Clears the cache. Reads in progress are not cached, because their results may be outdated. */
  forgetAll(): void {
    this.#cache.clear()
    this.#loading = new Map()
  }

  #load(chatId: string): Promise<ChatHead | undefined> {
    const current = this.#loading
    const running = current.get(chatId)
    if (running !== undefined) return running
    const loading = this.#read.chats.getHead(chatId).then((head) => {
      if (head !== undefined && current === this.#loading) this.put(head)
      return head
    })
    current.set(chatId, loading)
    const settled = () => current.delete(chatId)
    loading.then(settled, settled)
    return loading
  }
}
