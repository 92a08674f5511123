import pg from 'pg'
import type { Entry, Journal, Owner } from './journal.js'

const schema = `
  create table events (chat_id integer not null, event_order integer not null, id text not null,
    author_id text not null, created_at bigint not null, text text not null, primary key (chat_id, event_order));
  create table tokens (hash text primary key, id text not null, "clientId" text not null,
    scopes text not null, "licenseId" integer not null, "expiresAt" float8 not null)`

const insertText = `
  with given as (
    select * from unnest($1::integer[], $2::text[], $3::text[], $4::bigint[], $5::text[])
      with ordinality as given (chat_id, id, author_id, created_at, text, position)
  )
  insert into events (chat_id, event_order, id, author_id, created_at, text)
  select chat_id,
    coalesce((select max(event_order) from events where events.chat_id = given.chat_id), 0)
      + row_number() over (partition by chat_id order by position),
    id, author_id, created_at, text
  from given returning id, event_order`

const insertTokensText = `
  insert into tokens select hash, id, "clientId", scopes, "licenseId", "expiresAt" from json_to_recordset($1)
  as row (hash text, id text, "clientId" text, scopes text, "licenseId" integer, "expiresAt" float8)`

interface Stored {
  readonly id: string
  readonly event_order: number
}

/** One batched statement in flight, and what comes meanwhile is the next batch; tokens are looked up one by one. */
export class PostgresJournal implements Journal {
  readonly #client: pg.Client
  readonly #pool: pg.Pool
  #waiting: Entry[] = []
  #isBusy = false

  private constructor(client: pg.Client, pool: pg.Pool) {
    this.#client = client
    this.#pool = pool
  }

  static async open(connectionString: string): Promise<PostgresJournal> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('set synchronous_commit = on')
    await client.query(schema)
    return new PostgresJournal(client, new pg.Pool({ connectionString, max: 10 }))
  }

  append(entry: Entry): void {
    if (this.#waiting.push(entry) === 1 && !this.#isBusy) setImmediate(() => this.#flush())
  }

  async insertTokens(owners: ReadonlyMap<string, Owner>): Promise<void> {
    const rows = [...owners].map(([hash, owner]) => ({ hash, ...owner }))
    await this.#client.query(insertTokensText, [JSON.stringify(rows)])
  }

  findToken(hash: string, found: (owner: Owner | undefined) => void): void {
    const query = { name: 'token', text: 'select * from tokens where hash = $1', values: [hash] }
    void this.#pool.query<Owner>(query).then(({ rows }) => found(rows[0]))
  }

  async close(): Promise<void> {
    await this.#client.end()
    await this.#pool.end()
  }

  async #flush(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0) {
      const entries = this.#waiting
      this.#waiting = []
      const query = { name: 'insert', text: insertText, values: columnsOf(entries) }
      const { rows } = await this.#client.query<Stored>(query)
      const orders = new Map(rows.map(({ id, event_order }) => [id, event_order]))
      for (const entry of entries) entry.done(orders.get(entry.id) ?? 0)
    }
    this.#isBusy = false
  }
}

function columnsOf(entries: readonly Entry[]): unknown[] {
  return [
    entries.map(({ chatId }) => chatId),
    entries.map(({ id }) => id),
    entries.map(({ authorId }) => authorId),
    entries.map(({ createdAt }) => createdAt),
    entries.map(({ text }) => text),
  ]
}
