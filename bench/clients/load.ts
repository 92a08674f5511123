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
}

export type CreateLoad = (order: ClientOrder) => Load
