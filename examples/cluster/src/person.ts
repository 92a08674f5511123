import { Client, type Push, type SendRequest } from './client.js'
import { at, listAt, textAt } from './json.js'
import { Transcript } from './transcript.js'
import type { Dial } from './wires.js'

export interface PersonOptions {
  readonly name: string
  readonly token: string
  readonly dial: Dial
  /** Called after each login. Missed pushes are already on their way. */
  onChange(): void
}

interface Chat {
  readonly chatId: string
  readonly threadId: string
}

/** A person who chats, and keeps every event they receive. */
export class Person {
  readonly name: string
  readonly transcript = new Transcript()
  readonly #client: Client
  #chat: Chat | undefined
  /** Sequence of the chat up to which the person has received everything. */
  #sequence = 0
  #isThere = false
  #lossCount = 0

  constructor({ name, token, dial, onChange }: PersonOptions) {
    this.name = name
    this.#client = new Client({
      dial,
      login: () => ({ token, catch_up: { chats: this.#known() } }),
      listener: {
        pushed: (push) => this.#receive(push),
        loggedIn: async (answer, request) => {
          await this.#catchUp(answer, request)
          this.#isThere = true
          onChange()
        },
        lost: () => {
          this.#isThere = false
          this.#lossCount += 1
        },
      },
    })
  }

  get isThere(): boolean {
    return this.#isThere
  }

  get hasChat(): boolean {
    return this.#chat !== undefined
  }

  get chat(): Chat {
    if (this.#chat === undefined) throw new Error(`${this.name} is in no chat`)
    return this.#chat
  }

  async startChat(): Promise<void> {
    const answer = await this.#client.request('start_chat', {})
    this.#chat ??= chatOf(answer)
  }

  /** Sends a message. Resolves once it is stored, with whether it had to be sent again. */
  async say(text: string): Promise<boolean> {
    const before = this.#lossCount
    const event = { type: 'message', text }
    await this.#client.request('send_event', { chat_id: this.chat.chatId, event })
    return this.#lossCount > before
  }

  /** Returns all stored events, as this person sees them. */
  async stored(): Promise<readonly unknown[]> {
    return eventsOf(await this.#client.request('get_chat_threads', requestOf(this.chat)))
  }

  leave(): void {
    this.#client.close()
  }

  #known(): readonly object[] {
    return this.#chat === undefined ? [] : [{ chat_id: this.#chat.chatId, sequence: this.#sequence }]
  }

  /**
   * Reads the threads when the gap is too long for catch-up. Otherwise the missed pushes follow the response to the
   * login.
   */
  async #catchUp(answer: unknown, request: SendRequest): Promise<void> {
    const isComplete = listAt(answer, 'catch_up.chats').every((chat) => at(chat, 'complete') === true)
    if (!isComplete) this.transcript.read(eventsOf(await request('get_chat_threads', requestOf(this.chat))))
  }

  #receive({ action, payload, sequence = 0 }: Push): void {
    this.#sequence = Math.max(this.#sequence, sequence)
    if (action === 'incoming_chat_thread') {
      this.#chat ??= chatOf(payload)
      for (const event of listAt(payload, 'chat.thread.events')) this.transcript.push(event)
    } else if (action === 'incoming_event') {
      this.transcript.push(at(payload, 'event'))
    }
  }
}

function chatOf(value: unknown): Chat {
  return { chatId: textAt(value, 'chat.id'), threadId: textAt(value, 'chat.thread.id') }
}

function requestOf({ chatId, threadId }: Chat): object {
  return { chat_id: chatId, thread_ids: [threadId] }
}

function eventsOf(answer: unknown): readonly unknown[] {
  return listAt(answer, 'chat.threads').flatMap((thread) => listAt(thread, 'events'))
}
