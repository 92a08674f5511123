import type { Measurement } from '../clients/load.js'
import type { LoadName } from '../clients/loads.js'
import type { BusTraffic, Population, Protocol, Seeded, World } from '../targets/target.js'

/** What the server process is asked; it answers each question once, in order. */
export type ServerQuestion =
  | { readonly kind: 'sample'; readonly collectsGarbage: boolean }
  /** `null` begins a profile, a file ends it there. */
  | { readonly kind: 'profile'; readonly file: string | null }
  | { readonly kind: 'stop' }

export type ServerAnswer =
  | ServerReady
  | ({ readonly kind: 'sample' } & ServerSample)
  | { readonly kind: 'done' }
  | Failed

/** What the process that fills a database answers, once. */
export type SeedAnswer = { readonly kind: 'seeded'; readonly world: World } | Failed

export interface ServerReady {
  readonly kind: 'ready'
  readonly port: number
  /** Measured by the server itself: what no client can see. */
  readonly figures: Readonly<Record<string, number>>
}

export interface ServerSample {
  /** User and system time since the process began. */
  readonly cpuMicros: number
  readonly heapBytes: number
  readonly residentBytes: number
  readonly busTraffic: BusTraffic
}

/** What the load process is asked; it answers each question once, in order. */
export type ClientQuestion =
  | { readonly kind: 'open'; readonly connections: number | null }
  | { readonly kind: 'measure'; readonly milliseconds: number; readonly perSecond: number | null }
  /** Sends nothing more, and waits for what is under way. */
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
  /** `null`: nobody is in the database; the server times its own first answer. */
  readonly seeded: Seeded | null
}

export interface ClientOrder {
  readonly load: LoadName
  readonly protocol: Protocol
  readonly port: number
  /** Of the other nodes on the same database. */
  readonly otherPorts: readonly number[]
  readonly world: World
}

/** Where a target keeps its data, made for one round. */
export interface Database {
  readonly directory: string
  /** `null`: the target needs none. */
  readonly postgresUrl: string | null
  /** Shared by all rounds. `null`: the target needs none. */
  readonly redisUrl: string | null
}
