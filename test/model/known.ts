import type { Payload } from './payloads.js'

const nobody = '00000000-0000-7000-8000-000000000000'

export function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What one side has answered, so that references of later calls find it. */
export class Known {
  readonly #people: ReadonlyMap<string, string>
  readonly #chats: string[] = []
  /** By chat, newest first. */
  readonly #threads = new Map<string, string[]>()
  readonly #richMessages = new Map<string, string[]>()
  readonly #rules: string[] = []
  #page = ''

  constructor(people: ReadonlyMap<string, string>) {
    this.#people = people
  }

  get chats(): readonly string[] {
    return this.#chats
  }

  threadsOf(chatId: string): readonly string[] {
    return this.#threads.get(chatId) ?? []
  }

  /** The payload with ids instead of references. */
  resolve(payload: Payload): Payload {
    const named = typeof payload.chat_id === 'string' ? this.#idOf(payload.chat_id, '') : ''
    const resolved = mapTexts(payload, (text) => this.#idOf(text, named))
    return isRecord(resolved) ? resolved : {}
  }

  learn(payload: Payload, answer: unknown): void {
    if (!isRecord(answer)) return
    if (typeof answer.next_page_id === 'string') this.#page = answer.next_page_id
    if (typeof answer.auto_chat_scopes_id === 'string') this.#rules.push(answer.auto_chat_scopes_id)
    if (typeof answer.thread_id === 'string' && typeof payload.chat_id === 'string') {
      this.#learnThread(payload.chat_id, answer.thread_id, [answer.event])
    }
    const { chat } = answer
    if (!isRecord(chat) || typeof chat.id !== 'string') return
    if (!this.#chats.includes(chat.id)) this.#chats.push(chat.id)
    const { thread } = chat
    if (isRecord(thread) && typeof thread.id === 'string')
      this.#learnThread(chat.id, thread.id, thread.events)
  }

  #learnThread(chatId: string, threadId: string, events: unknown): void {
    const threads = this.threadsOf(chatId)
    if (!threads.includes(threadId)) this.#threads.set(chatId, [threadId, ...threads])
    for (const event of Array.isArray(events) ? events : []) {
      if (!isRecord(event) || event.type !== 'rich_message' || typeof event.id !== 'string') continue
      this.#richMessages.set(chatId, [event.id, ...(this.#richMessages.get(chatId) ?? [])])
    }
  }

  #idOf(text: string, chatId: string): string {
    if (!text.startsWith('$')) return text
    const [kind = '', which = ''] = text.slice(1).split('.')
    if (kind === 'person') return this.#people.get(which) ?? nobody
    if (kind === 'page') return this.#page
    const list = this.#list(kind, chatId)
    return list[Number(which) % list.length] ?? nobody
  }

  #list(kind: string, chatId: string): readonly string[] {
    if (kind === 'chat') return this.#chats
    if (kind === 'thread') return this.threadsOf(chatId)
    if (kind === 'event') return this.#richMessages.get(chatId) ?? []
    return kind === 'rule' ? this.#rules : []
  }
}

/** The same with other texts; keys stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]))
}
