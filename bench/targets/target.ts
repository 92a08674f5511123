import type { Database } from '../processes/messages.js'

/** Who and what a round needs; chat `i` belongs to customer `i` modulo their number, and to the agents below. */
export interface Population {
  readonly agents: number
  readonly customers: number
  readonly chats: number
  /**
   * `own`: chat `i` has agent `i` modulo their number as a member; `every`: all agents read every chat; `waiting`: chats wait
   * for agents, who have room for one.
   */
  readonly agentsRead: 'own' | 'every' | 'waiting'
  /** With which each chat begins. */
  readonly messagesPerChat: number
  /** Is told each event by a webhook. */
  readonly webhookUrl?: string
}

/** The same population as clients know it: bearer tokens and ids, by index. */
export interface World {
  readonly licenseId: number
  readonly agentTokens: readonly string[]
  readonly customerTokens: readonly string[]
  readonly chatIds: readonly string[]
}

/** How real-time clients talk to a target; over HTTP all are talked to in the same way. */
export type Protocol = 'parley' | 'parley-socket.io' | 'socket.io'

export interface Target {
  readonly name: string
  readonly protocol: Protocol
  /** Targets of one storage are compared with each other. */
  readonly storage: 'sqlite' | 'postgres'
  /** Whether it needs Redis too. */
  readonly usesRedis?: boolean
  /** Where its messages are, a row each; the file matters with SQLite only. */
  readonly messages: { readonly file: string; readonly table: string }
  /** Loads the code of this target only. */
  load(): Promise<TargetCode>
}

/** Who is in a database, as those who put them there know. */
export interface Seeded {
  readonly population: Population
  readonly world: World
}

export interface TargetCode {
  /** Fills an empty database. Never in the process that serves, whose memory it would leave full of holes. */
  seed(database: Database, population: Population): Promise<World>
  /** `null`: on an empty database. */
  start(database: Database, seeded: Seeded | null): Promise<RunningTarget>
}

/** What a node has told others, since it began. */
export interface BusTraffic {
  readonly messages: number
  /** Of JSON, on average. */
  readonly bytesPerMessage: number
}

export interface RunningTarget {
  readonly port: number
  /** Of a node of several. */
  busTraffic?(): BusTraffic
  close(): Promise<void>
}

/** In the last message of so many of the chats, however many there are, and in no other. */
export const rareWord = 'needle'
export const rareChatCount = 10

/** A property of all chats that begin with messages: `rare` in those with the rare word, `common` in the others. */
export const chatProperty = { namespace: 'bench', name: 'kind', rare: 'rare', common: 'common' } as const

/** The text of every message that is sent: 120 bytes. */
export const messageText = 'The quick brown fox jumps over the lazy dog, '.repeat(3).slice(0, 120)
