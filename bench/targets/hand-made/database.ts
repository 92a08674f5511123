import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { Population, World } from '../target.js'

export interface User {
  readonly id: string
  readonly token: string
}

export interface Message {
  readonly id: string
  readonly chat_id: string
  readonly event_order: number
  readonly author_id: string
  readonly created_at: number
  readonly text: string
}

const schema = `
  create table if not exists users (id text primary key, token text not null unique);
  create table if not exists chats (id text primary key, event_order integer not null);
  create table if not exists members (chat_id text not null, user_id text not null, primary key (chat_id, user_id));
  create index if not exists chats_of_user on members (user_id);
  create table if not exists messages (id text primary key, chat_id text not null, event_order integer not null,
    author_id text not null, created_at integer not null, text text not null, unique (chat_id, event_order));`

/** Uses prepared statements and one transaction for each message, as in the documentation of better-sqlite3. */
export class ChatDatabase {
  readonly #database: SqliteDatabase.Database
  readonly #findUser
  readonly #chatsOf
  readonly #save
  readonly #start

  constructor(directory: string) {
    const database = new SqliteDatabase(join(directory, 'hand-made.db'))
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec(schema)
    this.#database = database
    this.#findUser = database.prepare<[string], User>('select * from users where token = ?')
    this.#chatsOf = database
      .prepare<[string], string>('select chat_id from members where user_id = ?')
      .pluck()
    const next = database
      .prepare<[string], number>(
        'update chats set event_order = event_order + 1 where id = ? returning event_order',
      )
      .pluck()
    const insert = database.prepare<[Message]>(
      `insert into messages (id, chat_id, event_order, author_id, created_at, text)
       values (@id, @chat_id, @event_order, @author_id, @created_at, @text)`,
    )
    const save = (user: User, chat_id: string, text: string): Message => {
      const event_order = next.get(chat_id)
      if (event_order === undefined) throw new Error('no such chat')
      const message = {
        id: randomUUID(),
        chat_id,
        event_order,
        author_id: user.id,
        created_at: Date.now(),
        text,
      }
      insert.run(message)
      return message
    }
    this.#save = database.transaction(save)
    const putChat = database.prepare<[string]>('insert into chats values (?, 0)')
    const putMember = database.prepare<[string, string]>('insert into members values (?, ?)')
    this.#start = database.transaction((user: User, text: string): Message => {
      const chatId = randomUUID()
      putChat.run(chatId)
      putMember.run(chatId, user.id)
      return save(user, chatId, text)
    })
  }

  findUser(token: string): User | undefined {
    return this.#findUser.get(token)
  }

  chatsOf(userId: string): readonly string[] {
    return this.#chatsOf.all(userId)
  }

  save(user: User, chatId: string, text: string): Message {
    return this.#save.immediate(user, chatId, text)
  }

  /** Starts a chat of the user with its first message. */
  start(user: User, text: string): Message {
    return this.#start.immediate(user, text)
  }

  provision(population: Population): World {
    return this.#database.transaction(() => this.#fill(population))()
  }

  close(): void {
    this.#database.close()
  }

  #fill({ agents, customers, chats, agentsRead }: Population): World {
    const putUser = this.#database.prepare<[string, string]>('insert into users values (?, ?)')
    const putChat = this.#database.prepare<[string]>('insert into chats values (?, 0)')
    const putMember = this.#database.prepare<[string, string]>('insert into members values (?, ?)')
    const people = (count: number) =>
      Array.from({ length: count }, () => {
        const user = { id: randomUUID(), token: randomBytes(32).toString('base64url') }
        putUser.run(user.id, user.token)
        return user
      })
    const agentList = people(agents)
    const customerList = people(customers)
    const chatIds = Array.from({ length: chats }, (_, index) => {
      const chatId = randomUUID()
      putChat.run(chatId)
      const readers = agentsRead === 'every' ? agentList : [agentList[index % agents]]
      for (const user of [...readers, customerList[index % customers]]) {
        if (user !== undefined) putMember.run(chatId, user.id)
      }
      return chatId
    })
    const tokensOf = (users: readonly User[]) => users.map(({ token }) => token)
    return { licenseId: 1, agentTokens: tokensOf(agentList), customerTokens: tokensOf(customerList), chatIds }
  }
}
