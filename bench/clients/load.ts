import type { ClientOrder } from '../processes/messages.js'

export interface Measurement {
  /** Whatever the workload counts. */
  readonly operations: number
  readonly seconds: number
  readonly figures: Readonly<Record<string, number>>
}

/** Load on a server, in a process of its own. */
export interface Load {
  /** Connects and logs in; as many connections as there are then, or all that the load needs. */
  open(connections: number | null): Promise<void>
  /** `perSecond`: at that rate; `null`: as fast as the server answers. */
  measure(milliseconds: number, perSecond: number | null): Promise<Measurement>
  /**
   * Sends nothing more, waits for what is under way, and answers how much was acknowledged since the beginning. Rejects
   * when a push was missing, repeated or out of order.
   */
  settle(): Promise<number>
}

export type CreateLoad = (order: ClientOrder) => Load
