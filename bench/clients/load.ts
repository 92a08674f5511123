import type { ClientOrder } from '../processes/messages.js'

export interface Measurement {
  /** Number of operations; each workload defines what an operation is. */
  readonly operations: number
  readonly seconds: number
  readonly figures: Readonly<Record<string, number>>
}

/** Load on a server, in a process of its own. */
export interface Load {
  /** Connects and logs in until there are `connections`; `null` opens as many as the load needs. */
  open(connections: number | null): Promise<void>
  /** Measures for the given time, at a rate of `perSecond`, or as fast as the server responds when it is `null`. */
  measure(milliseconds: number, perSecond: number | null): Promise<Measurement>
  /**
   * Stops sending, waits for operations in progress, and resolves with the number of acknowledged operations since the
   * beginning. Rejects when a push was missing, repeated or out of order.
   */
  settle(): Promise<number>
}

export type CreateLoad = (order: ClientOrder) => Load
