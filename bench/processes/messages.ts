import type { Measurement } from '../clients/load.js'
import type { LoadName } from '../clients/loads.js'
import type { BusTraffic, Population, Protocol, Seeded, World } from '../targets/target.js'

/** Questions to the server process, which answers each one once, in order. */
export type ServerQuestion =
  | { readonly kind: 'sample'; readonly collectsGarbage: boolean }
  /** `null` begins a CPU profile; a path ends it and writes it to that file. */
  | { readonly kind: 'profile'; readonly file: string | null }
  | { readonly kind: 'stop' }

export type ServerAnswer =
  | ServerReady
  | ({ readonly kind: 'sample' } & ServerSample)
  | { readonly kind: 'done' }
  | Failed

/** The single answer of the process that fills a database. */
export type SeedAnswer = { readonly kind: 'seeded'; readonly world: World } | Failed

export interface ServerReady {
  readonly kind: 'ready'
  readonly port: number
  /** Results that only the server itself can measure. */
  readonly figures: Readonly<Record<string, number>>
}

export interface ServerSample {
  /** User and system CPU time since the process began, in microseconds. */
  readonly cpuMicros: number
  readonly heapBytes: number
  readonly residentBytes: number
  readonly busTraffic: BusTraffic
}

/** Questions to the load process, which answers each one once, in order. */
export type ClientQuestion =
  | { readonly kind: 'open'; readonly connections: number | null }
  | { readonly kind: 'measure'; readonly milliseconds: number; readonly perSecond: number | null }
  /** Stops sending, and waits for operations in progress. */
  | { readonly kind: 'settle' }

export type ClientAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done' }
  | ({ readonly kind: 'measured'; readonly cpuShare: number } & Measurement)
  | { readonly kind: 'settled'; readonly acknowledged: number }
  | Failed

export interface Failed {
  readonly kind: 'failed'
  readonly error: string
}

/** The first message to a process. */
export interface SeedOrder {
  readonly target: string
  readonly database: Database
  readonly population: Population
}

export interface ServerOrder {
  readonly target: string
  readonly database: Database
  /** Content of the database. With `null` it is empty, and the server measures the time to its first response. */
  readonly seeded: Seeded | null
}

export interface ClientOrder {
  readonly load: LoadName
  readonly protocol: Protocol
  readonly port: number
  /** Ports of the other nodes on the same database. */
  readonly otherPorts: readonly number[]
  readonly world: World
}

/** Location of a target's data, created for one round. */
export interface Database {
  readonly directory: string
  /** Address of the PostgreSQL database; `null` when the target does not need one. */
  readonly postgresUrl: string | null
  /** Address of the Redis server, which all rounds share; `null` when the target does not need one. */
  readonly redisUrl: string | null
}
