import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { Entry, Journal, Owner, Start } from './journal.js'

/** The cheapest schema to write: rows are appended to a table, keys are numbers, and there is one narrow index. */
const schema = `
  create table if not exists chats (id integer primary key, created_by text not null, created_at integer not null) strict;
  create table if not exists events (chat_id integer not null, event_order integer not null, id text not null,
    author_id text not null, created_at integer not null, text text not null) strict;
  create unique index if not exists events_of_chat on events (chat_id, event_order);
  create table if not exists tokens (hash text primary key not null, id text not null, clientId text not null,
    scopes text not null, licenseId integer not null, expiresAt integer not null) strict, without rowid;`

const insertText = `
  insert into events (chat_id, event_order, id, author_id, created_at, text)
  values (?, (select coalesce(max(event_order), 0) + 1 from events where chat_id = ?), ?, ?, ?, ?)
  returning event_order`

const insertChatText = 'insert into chats (created_by, created_at) values (?, ?) returning id'

/**
 * Stores messages with one prepared insert each, which also assigns the order. There is one transaction for each turn
 * of the event loop.
 */
export class SqliteJournal implements Journal {
  readonly #database: SqliteDatabase.Database
  readonly #insert
  readonly #insertChat
  readonly #select
  readonly #begin
  readonly #commit
  #waiting: Entry[] = []
  #starting: Start[] = []

  constructor(directory: string) {
    const database = new SqliteDatabase(join(directory, 'floor.db'))
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 4000']) {
      database.pragma(pragma)
    }
    database.exec(schema)
    this.#database = database
    this.#insert = database
      .prepare<[number, number, string, string, number, string], number>(insertText)
      .pluck()
    this.#insertChat = database.prepare<[string, number], number>(insertChatText).pluck()
    this.#select = database.prepare<[string], Owner>('select * from tokens where hash = ?')
    this.#begin = database.prepare('begin immediate')
    this.#commit = database.prepare('commit')
  }

  append(entry: Entry): void {
    if (this.#waiting.push(entry) === 1 && this.#starting.length === 0) setImmediate(this.#flush)
  }

  startChat(start: Start): void {
    if (this.#starting.push(start) === 1 && this.#waiting.length === 0) setImmediate(this.#flush)
  }

  async insertTokens(owners: ReadonlyMap<string, Owner>): Promise<void> {
    const put = this.#database.prepare('insert into tokens values (?, ?, ?, ?, ?, ?)')
    this.#begin.run()
    for (const [hash, { id, clientId, scopes, licenseId, expiresAt }] of owners) {
      put.run(hash, id, clientId, scopes, licenseId, expiresAt)
    }
    this.#commit.run()
  }

  async insertChats(count: number, createdAt: number): Promise<void> {
    this.#begin.run()
    for (let number = 1; number <= count; number++) this.#insertChat.get('seed', createdAt)
    this.#commit.run()
  }

  findToken(hash: string, found: (owner: Owner | undefined) => void): void {
    found(this.#select.get(hash))
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  readonly #flush = (): void => {
    const [entries, starts] = [this.#waiting, this.#starting]
    this.#waiting = []
    this.#starting = []
    this.#begin.run()
    const chatIds = starts.map((start) => this.#store(start))
    const orders = entries.map(
      ({ chatId, id, authorId, createdAt, text }) =>
        this.#insert.get(chatId, chatId, id, authorId, createdAt, text) ?? 0,
    )
    this.#commit.run()
    for (const [index, start] of starts.entries()) start.done(chatIds[index] ?? 0)
    for (const [index, entry] of entries.entries()) entry.done(orders[index] ?? 0)
  }

  #store({ id, authorId, text, createdAt }: Start): number {
    const chatId = this.#insertChat.get(authorId, createdAt) ?? 0
    this.#insert.get(chatId, chatId, id, authorId, createdAt, text)
    return chatId
  }
}
