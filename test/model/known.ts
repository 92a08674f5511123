import type { Payload } from './payloads.js'

const noOne = '00000000-0000-7000-8000-000000000000'

export function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Remembers the ids in the responses to the users of one tenant on one side, so that later calls can refer to them. */
export class Known {
  readonly #people: ReadonlyMap<string, string>
  /** Client id of the app that the users sign in with. */
  readonly #clientId: string
  readonly #chats: string[] = []
  /** Ids of chats, by the user who started them. */
  readonly #started = new Map<string, string[]>()
  /** Ids of threads, by chat, newest first. */
  readonly #threads = new Map<string, string[]>()
  readonly #richMessages = new Map<string, string[]>()
  readonly #rules: string[] = []
  readonly #bots: string[] = []
  readonly #webhooks: string[] = []
  readonly #images: string[] = []
  #foreign: readonly string[] = []
  #page = ''

  constructor(people: ReadonlyMap<string, string>, clientId = noOne) {
    this.#people = people
    this.#clientId = clientId
  }

  get chats(): readonly string[] {
    return this.#chats
  }

  get bots(): readonly string[] {
    return this.#bots
  }

  get webhooks(): readonly string[] {
    return this.#webhooks
  }

  threadsOf(chatId: string): readonly string[] {
    return this.#threads.get(chatId) ?? []
  }

  /** Sets the other tenant, whose chats no user of this one may see. */
  merge(other: Known): void {
    this.#foreign = other.#chats
  }

  /** Returns the payload of a call with ids in place of references. */
  resolve(payload: Payload, who = ''): Payload {
    const named = typeof payload.chat_id === 'string' ? this.idOf(payload.chat_id, { who }) : ''
    const resolved = mapTexts(payload, (text) => this.idOf(text, { who, chatId: named }))
    return isRecord(resolved) ? resolved : {}
  }

  learn(payload: Payload, answer: unknown, who = ''): void {
    if (!isRecord(answer)) return
    if (typeof answer.next_page_id === 'string') this.#page = answer.next_page_id
    learnId(this.#rules, answer.auto_chat_scopes_id)
    learnId(this.#bots, answer.bot_agent_id)
    learnId(this.#webhooks, answer.webhook_id)
    learnId(this.#images, answer.path)
    if (typeof answer.thread_id === 'string' && typeof payload.chat_id === 'string') {
      this.#learnThread(payload.chat_id, answer.thread_id, [answer.event])
    }
    const { chat } = answer
    if (!isRecord(chat) || typeof chat.id !== 'string') return
    this.#learnChat(chat.id, who)
    const { thread } = chat
    if (isRecord(thread) && typeof thread.id === 'string')
      this.#learnThread(chat.id, thread.id, thread.events)
  }

  #learnChat(chatId: string, who: string): void {
    const started = this.#started.get(who) ?? []
    this.#started.set(who, started)
    if (!this.#chats.includes(chatId)) started.push(chatId)
    learnId(this.#chats, chatId)
  }

  #learnThread(chatId: string, threadId: string, events: unknown): void {
    const threads = this.threadsOf(chatId)
    if (!threads.includes(threadId)) this.#threads.set(chatId, [threadId, ...threads])
    for (const event of Array.isArray(events) ? events : []) {
      if (!isRecord(event) || event.type !== 'rich_message' || typeof event.id !== 'string') continue
      this.#richMessages.set(chatId, [event.id, ...(this.#richMessages.get(chatId) ?? [])])
    }
  }

  /**
   * Returns the id that a text refers to, or the text itself. `chatId` is the chat of threads and events; `who` is the
   * user whose own chats are meant.
   */
  idOf(
    text: string,
    { who = '', chatId = '' }: { readonly who?: string; readonly chatId?: string } = {},
  ): string {
    if (!text.startsWith('$')) return text
    const [kind = '', which = ''] = text.slice(1).split('.')
    if (kind === 'person') return this.#people.get(which) ?? noOne
    if (kind === 'page') return this.#page
    if (kind === 'app') return this.#clientId
    const list = kind === 'own' ? (this.#started.get(who) ?? this.#chats) : this.#list(kind, chatId)
    return list[Number(which) % list.length] ?? noOne
  }

  #list(kind: string, chatId: string): readonly string[] {
    switch (kind) {
      case 'chat':
        return this.#chats
      case 'foreign':
        return this.#foreign
      case 'thread':
        return this.threadsOf(chatId)
      case 'event':
        return this.#richMessages.get(chatId) ?? []
      case 'rule':
        return this.#rules
      case 'bot':
        return this.#bots
      case 'webhook':
        return this.#webhooks
      case 'image':
        return this.#images
      default:
        return []
    }
  }
}

/** Adds the id unless the list contains it already, because a response may repeat it. */
function learnId(list: string[], id: unknown): void {
  if (typeof id === 'string' && !list.includes(id)) list.push(id)
}

/** Returns the value with every text changed, including the keys of objects. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)]))
}
