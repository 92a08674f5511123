import type { Database } from '../processes/messages.js'

/**
 * The users and chats of a round. Chat `i` belongs to customer `i` modulo their number; `agentsRead` says to which
 * agents.
 */
export interface Population {
  readonly agents: number
  readonly customers: number
  readonly chats: number
  /**
   * `own`: agent `i` modulo their number is a member of chat `i`. `every`: all agents can read every chat. `waiting`:
   * chats wait for agents, each of whom can have one chat.
   */
  readonly agentsRead: 'own' | 'every' | 'waiting'
  /** Number of messages that each chat begins with. */
  readonly messagesPerChat: number
  /** Address of a webhook that receives each event. */
  readonly webhookUrl?: string
}

/** The same users and chats as clients know them: access tokens and ids, by index. */
export interface World {
  readonly licenseId: number
  readonly agentTokens: readonly string[]
  readonly customerTokens: readonly string[]
  readonly chatIds: readonly string[]
}

/** Real-time protocol of a target. Over HTTP all targets are called in the same way. */
export type Protocol = 'parley' | 'parley-socket.io' | 'socket.io'

export interface Target {
  readonly name: string
  readonly protocol: Protocol
  /** Targets with the same storage are compared with each other. */
  readonly storage: 'sqlite' | 'postgres'
  /** Whether the target also needs Redis. */
  readonly usesRedis?: boolean
  /** Table with one row for each message. `file` is only used with SQLite. */
  readonly messages: { readonly file: string; readonly table: string }
  /** Loads the code of this target only. */
  load(): Promise<TargetCode>
}

/** Content of a database, as the process that filled it reports it. */
export interface Seeded {
  readonly population: Population
  readonly world: World
}

export interface TargetCode {
  /** Fills an empty database. Runs in another process than the server, whose memory it would otherwise fragment. */
  seed(database: Database, population: Population): Promise<World>
  /** Starts a server on a database; with `null` the database is empty. */
  start(database: Database, seeded: Seeded | null): Promise<RunningTarget>
}

/** Messages that a node has published since it began. */
export interface BusTraffic {
  readonly messages: number
  /** Average size of a message as JSON. */
  readonly bytesPerMessage: number
}

export interface RunningTarget {
  readonly port: number
  /** Returns the published messages. Present when the node is one of several. */
  busTraffic?(): BusTraffic
  close(): Promise<void>
}

/** Word in the last message of `rareChatCount` chats, and in no other message. */
export const rareWord = 'needle'
export const rareChatCount = 10

/** Property of all chats that begin with messages: `rare` in the chats with the rare word, `common` in the others. */
export const chatProperty = { namespace: 'bench', name: 'kind', rare: 'rare', common: 'common' } as const

/** Text of every message that is sent: 120 bytes. */
export const messageText = 'The quick brown fox jumps over the lazy dog, '.repeat(3).slice(0, 120)
