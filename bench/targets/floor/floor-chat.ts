import { randomUUID } from 'node:crypto'
import type { Journal, Owner } from './journal.js'
import { hashOf } from './population.js'

/** Time for which a token is cached, the same as in Parley. */
const tokenMs = 1_000

export interface Message {
  readonly id: string
  readonly order: number
  readonly timestamp: number
  readonly author_id: string
  readonly type: 'message'
  readonly text: string
}

/** Receives the pushes of a chat. */
export interface Listener {
  push(frame: Buffer): void
}

export interface User {
  readonly id: string
  readonly chatIds: string[]
}

interface CachedOwner {
  readonly owner: Owner
  readonly until: number
}

/** Keeps users by token and listeners by chat in memory, and messages in the journal. */
export class FloorChat {
  readonly rooms = new Map<string, Set<Listener>>()
  readonly #journal: Journal
  readonly #users: ReadonlyMap<string, User>
  readonly #owners = new Map<string, CachedOwner>()

  constructor(journal: Journal, users: ReadonlyMap<string, User>) {
    this.#journal = journal
    this.#users = users
  }

  userOf(token: string): User | undefined {
    return this.#users.get(token)
  }

  send(user: User, chatId: string, text: string, done: (message: Message) => void): void {
    const id = randomUUID()
    const createdAt = Date.now()
    this.#journal.append({
      id,
      chatId: Number(chatId),
      authorId: user.id,
      text,
      createdAt,
      done: (order) => done(messageOf(id, order, createdAt, user.id, text)),
    })
  }

  /** Starts a chat of the user with its first message. */
  start(user: User, text: string, done: (chatId: string, message: Message) => void): void {
    const id = randomUUID()
    const createdAt = Date.now()
    this.#journal.startChat({
      id,
      authorId: user.id,
      text,
      createdAt,
      done: (number) => {
        const chatId = String(number)
        user.chatIds.push(chatId)
        done(chatId, messageOf(id, 1, createdAt, user.id, text))
      },
    })
  }

  checkToken(token: string, found: (owner: Owner | undefined) => void): void {
    const now = Date.now()
    const cached = this.#owners.get(token)
    if (cached !== undefined && cached.until > now) {
      found(cached.owner)
      return
    }
    this.#journal.findToken(hashOf(token), (owner) => {
      if (owner !== undefined) this.#owners.set(token, { owner, until: now + tokenMs })
      found(owner)
    })
  }
}

function messageOf(id: string, order: number, createdAt: number, author_id: string, text: string): Message {
  return { id, order, timestamp: Math.floor(createdAt / 1_000), author_id, type: 'message', text }
}
