import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Population, World } from '../target.js'
import type { Journal, Owner } from './journal.js'

export interface Message {
  readonly id: string
  readonly order: number
  readonly timestamp: number
  readonly author_id: string
  readonly type: 'message'
  readonly text: string
}

/** Who hears of a chat. */
export interface Listener {
  push(frame: Buffer): void
}

export interface User {
  readonly id: string
  readonly chatIds: readonly string[]
}

/** Users by token, listeners by chat, messages in the journal. */
export class FloorChat {
  readonly rooms = new Map<string, Set<Listener>>()
  readonly #journal: Journal
  readonly #users = new Map<string, User>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  userOf(token: string): User | undefined {
    return this.#users.get(token)
  }

  send(user: User, chatId: string, text: string, done: (message: Message) => void): void {
    const id = randomUUID()
    const createdAt = Date.now()
    this.#journal.append({
      ...{ id, chatId: Number(chatId), authorId: user.id, text, createdAt },
      done: (order) => {
        const timestamp = Math.floor(createdAt / 1_000)
        done({ id, order, timestamp, author_id: user.id, type: 'message', text })
      },
    })
  }

  /** Looked up by its SHA-256, as whoever stores no tokens in clear must. */
  checkToken(token: string, found: (owner: Owner | undefined) => void): void {
    this.#journal.findToken(hashOf(token), found)
  }

  async provision({ agents, customers, chats, agentsRead }: Population): Promise<World> {
    const chatIds = Array.from({ length: chats }, (_, index) => String(index + 1))
    const chatsOf = (index: number, count: number) => chatIds.filter((_, chat) => chat % count === index)
    const agentTokens = this.#addUsers(agents, (index) =>
      agentsRead === 'every' ? chatIds : chatsOf(index, agents),
    )
    const customerTokens = this.#addUsers(customers, (index) =>
      chats === 0 ? [] : chatsOf(index, customers),
    )
    const expiresAt = Date.now() + 28_800_000
    const owners = [...agentTokens, ...customerTokens].map((token) => {
      const id = this.userOf(token)?.id ?? ''
      return [
        hashOf(token),
        { id, clientId: 'bench', scopes: 'chats--my:read', licenseId: 1, expiresAt },
      ] as const
    })
    await this.#journal.insertTokens(new Map(owners))
    return { licenseId: 1, agentTokens, customerTokens, chatIds }
  }

  #addUsers(count: number, chatIdsOf: (index: number) => readonly string[]): readonly string[] {
    return Array.from({ length: count }, (_, index) => {
      const token = randomBytes(32).toString('base64url')
      this.#users.set(token, { id: randomUUID(), chatIds: chatIdsOf(index) })
      return token
    })
  }
}

function hashOf(token: string): string {
  return hash('sha256', token)
}
