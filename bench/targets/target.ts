import type { Database } from '../processes/messages.js'

/** Who and what a round needs; chat `i` belongs to customer `i` modulo their number, and to the agents below. */
export interface Population {
  readonly agents: number
  readonly customers: number
  readonly chats: number
  /** `own`: chat `i` has agent `i` modulo their number as a member; `every`: all agents read every chat. */
  readonly agentsRead: 'own' | 'every'
}

/** The same population as clients know it: bearer tokens and ids, by index. */
export interface World {
  readonly licenseId: number
  readonly agentTokens: readonly string[]
  readonly customerTokens: readonly string[]
  readonly chatIds: readonly string[]
}

/** How real-time clients talk to a target; over HTTP all are talked to in the same way. */
export type Protocol = 'parley' | 'socket.io'

export interface Target {
  readonly name: string
  readonly protocol: Protocol
  /** Targets of one storage are compared with each other. */
  readonly storage: 'sqlite' | 'postgres'
  /** Loads the code of this target only. */
  load(): Promise<StartTarget>
}

export type StartTarget = (database: Database) => Promise<RunningTarget>

export interface RunningTarget {
  readonly port: number
  provision(population: Population): Promise<World>
  close(): Promise<void>
}

/** The text of every message that is sent: 120 bytes. */
export const messageText = 'The quick brown fox jumps over the lazy dog, '.repeat(3).slice(0, 120)
