import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageReads } from '../ports/storage.js'

/**
 * The heads of the chats in use. A cached head may be behind: writes name its revision and are refused by the
 * storage when it moved on, so a cache never causes a wrong decision.
 */
export class ChatHeads {
  readonly #cache: ExpiringCache<ChatHead>
  readonly #read: Pick<StorageReads, 'chats'>
  #loading = new Map<string, Promise<ChatHead | undefined>>()

  constructor(read: Pick<StorageReads, 'chats'>, cache: ExpiringCache<ChatHead>) {
    this.#read = read
    this.#cache = cache
  }

  /** As it is stored now, whatever is cached. */
  read(chatId: string): Promise<ChatHead | undefined> {
    return this.#load(chatId)
  }

  /** Synchronous where it is cached, so that the hot path waits for nothing. */
  get(chatId: string): ChatHead | undefined | Promise<ChatHead | undefined> {
    return this.#cache.get(chatId) ?? this.#load(chatId)
  }

  /** Newer knowledge; an older revision than the cached one is ignored. */
  put(head: ChatHead): void {
    const cached = this.#cache.get(head.id)
    if (cached === undefined || cached.revision <= head.revision) this.#cache.set(head.id, head)
  }

  /** Another node has changed the chat, unless it is known as it is at that revision. */
  forgetBefore(chatId: string, revision: number): void {
    const cached = this.#cache.get(chatId)
    if (cached !== undefined && cached.revision < revision) this.#cache.delete(chatId)
  }

  forget(chatId: string): void {
    this.#cache.delete(chatId)
  }

  /** What is being read meanwhile may be from before. */
  forgetAll(): void {
    this.#cache.clear()
    this.#loading = new Map()
  }

  #load(chatId: string): Promise<ChatHead | undefined> {
    const current = this.#loading
    const underWay = current.get(chatId)
    if (underWay !== undefined) return underWay
    const loading = this.#read.chats.head(chatId).then((head) => {
      if (head !== undefined && current === this.#loading) this.put(head)
      return head
    })
    current.set(chatId, loading)
    const settled = () => current.delete(chatId)
    loading.then(settled, settled)
    return loading
  }
}
