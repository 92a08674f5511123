/** A process with an engine. It counts as alive until its lease expires. */
export interface Node {
  readonly id: string
  readonly leaseUntil: number
}

/** Agents of one license who were connected to a node that is no longer alive, and to no other node. */
export interface LostPresence {
  readonly licenseId: number
  readonly agentIds: readonly string[]
  /** Until when they are logged in. */
  readonly onlineUntil: number
}

/** Reads nodes. */
export interface NodeReads {
  /** Returns nodes whose lease has not expired at `now`, by ascending id. */
  listActive(now: number): Promise<readonly Node[]>
  /** Returns the number of leases that expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/**
 * Writes leases of nodes, and the presence of agents that depends on them. An agent who is connected to a node that is
 * alive is logged in: the agent's `onlineUntil` is `forever`. After the last connection it is the end of the
 * grace period.
 */
export interface NodeWrites extends NodeReads {
  /**
   * Begins or renews the lease. `false` when it had expired or is new, so that no agent is known to be connected to
   * that node. Agents who were connected to it, and to no other node, are logged in until `lostUntil` unless `connect`
   * follows.
   */
  renew(nodeId: string, now: number, leaseUntil: number, lostUntil: number): Promise<boolean>
  /**
   * Records that these agents have connections to the node. Ids of agents that do not exist are skipped. `false`, with
   * nothing written, when the node was ended meanwhile or never had a lease; its next `renew` returns `false` too.
   */
  connect(nodeId: string, agentIds: readonly string[]): Promise<boolean>
  /**
   * Records that these agents have no connections to the node. Returns the agents who had one and are connected to no
   * other node; they are logged in until `onlineUntil`. Nothing changes for the others.
   */
  disconnect(nodeId: string, agentIds: readonly string[], onlineUntil: number): Promise<readonly string[]>
  /**
   * Records that these agents have no connections to any node, and are logged in until `onlineUntil`, or until when
   * they were if that is earlier.
   */
  disconnectEverywhere(agentIds: readonly string[], onlineUntil: number): Promise<void>
  /**
   * Ends at most `limit` nodes whose lease expired at or before `now`, as if each of their agents had disconnected when
   * the lease was last renewed, at the end of the lease minus `leaseMs`. The grace period of `graceMs` begins then.
   * Nodes that another transaction is working on are skipped.
   */
  endExpired(
    now: number,
    times: { readonly leaseMs: number; readonly graceMs: number; readonly limit: number },
  ): Promise<readonly LostPresence[]>
  /** Ends a node that shuts down: like `endExpired`, with `onlineUntil` for all its agents. */
  end(nodeId: string, onlineUntil: number): Promise<readonly LostPresence[]>
}
