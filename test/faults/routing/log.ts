import type { Location } from '../engine-process.js'
import { type Database, openDatabase } from './database.js'
import { postgresTriggers, sqliteTriggers } from './log-triggers.js'

/** A change of the data that routing uses. Entries of one chat or agent are in the order of their commits. */
export type Entry =
  | { readonly kind: 'waits'; readonly at: number; readonly chatId: string; readonly since: number }
  | { readonly kind: 'waits no more'; readonly at: number; readonly chatId: string }
  | { readonly kind: 'serves'; readonly at: number; readonly chatId: string; readonly agentId: string }
  | {
      readonly kind: 'serves no more'
      readonly at: number
      readonly chatId: string
      readonly agentId: string
    }
  | AgentEntry

export interface AgentEntry {
  readonly kind: 'agent'
  readonly at: number
  readonly agentId: string
  readonly onlineUntil: number
  readonly accepts: boolean
}

/** The chats that each agent serves, and the number of waiting threads. */
export interface Present {
  readonly waitingCount: number
  readonly chatIds: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads everything in one statement: between two statements a waiting chat could be assigned and be in neither result.
 */
const presentQuery = `select agent_id, chat_id from served_chats
  union all select null, chat_id from waiting_threads where subject = 'every'`

/**
 * A log that triggers in the database write within the transactions of the nodes. So it contains every commit, and
 * nothing that was rolled back.
 */
export class RoutingLog {
  readonly #database: Database

  private constructor(database: Database) {
    this.#database = database
  }

  /** Starts the log. The engine must have created its tables before. */
  static async begin(location: Location): Promise<RoutingLog> {
    const database = openDatabase(location)
    for (const statement of location.kind === 'sqlite' ? sqliteTriggers : postgresTriggers) {
      await database.run(statement)
    }
    return new RoutingLog(database)
  }

  async present(): Promise<Present> {
    let waitingCount = 0
    const chatIds = new Map<string, string[]>()
    for (const { agent_id, chat_id } of await this.#database.all(presentQuery)) {
      if (agent_id === null) waitingCount += 1
      else chatIds.set(String(agent_id), [...(chatIds.get(String(agent_id)) ?? []), String(chat_id)])
    }
    return { waitingCount, chatIds }
  }

  async entries(): Promise<readonly Entry[]> {
    return (await this.#database.all('select * from routing_log order by id')).map(toEntry)
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

function toEntry(row: Readonly<Record<string, unknown>>): Entry {
  const { kind } = row
  const [at, number] = [Number(row.at), Number(row.number)]
  const [chatId, agentId] = [String(row.chat_id), String(row.agent_id)]
  switch (kind) {
    case 'waits':
      return { kind, at, chatId, since: number }
    case 'waits no more':
      return { kind, at, chatId }
    case 'serves':
    case 'serves no more':
      return { kind, at, chatId, agentId }
    case 'agent':
      return { kind, at, agentId, onlineUntil: number, accepts: row.status === 'accepting_chats' }
    default:
      throw new TypeError(`the log has an entry of the kind ${String(kind)}`)
  }
}
