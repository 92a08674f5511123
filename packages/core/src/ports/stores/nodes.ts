/** A process with an engine. It lives while its lease lasts. */
export interface Node {
  readonly id: string
  readonly leaseUntil: number
}

/** Who was connected to a node that lives no more, and to no other, of one license. */
export interface LostPresence {
  readonly licenseId: number
  readonly agentIds: readonly string[]
  /** Until when they are logged in. */
  readonly onlineUntil: number
}

export interface NodeReads {
  /** Those whose lease lasts at `now`, by ascending id. */
  listActive(now: number): Promise<readonly Node[]>
  /** How many have a lease that ran out at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/**
 * Leases of nodes, and the presence of agents that hangs on them. An agent who is connected to a living node is logged
 * in: `onlineUntil` of the agent is `connectedForever`. Once no node has a connection of theirs, it is the instant
 * at which their grace ends.
 */
export interface NodeWrites extends NodeReads {
  /**
   * Begins or renews the lease. `false`: it had run out, or is new, so nobody is known to be connected to that node. Those
   * who were, and to no other, are logged in until `lostUntil`, unless `connect` follows.
   */
  renew(nodeId: string, now: number, leaseUntil: number, lostUntil: number): Promise<boolean>
  /**
   * These agents have connections to the node from now on; ids of agents that do not exist are passed over. `false`, with
   * nothing written: the node was ended meanwhile, or never had a lease, so its next `renew` answers `false` too.
   */
  connect(nodeId: string, agentIds: readonly string[]): Promise<boolean>
  /**
   * They have none any more. Those of them who had one, and are connected to no other node, are logged in until
   * `onlineUntil`: they are answered. Of the others nothing changes.
   */
  disconnect(nodeId: string, agentIds: readonly string[], onlineUntil: number): Promise<readonly string[]>
  /** They have none to any node any more, and are logged in until `onlineUntil`; who was not as long stays so. */
  disconnectEverywhere(agentIds: readonly string[], onlineUntil: number): Promise<void>
  /**
   * Ends the nodes whose lease ran out at or before `now`, at most `limit` of them, as if each of their agents had
   * disconnected when the lease was last renewed. `graceMs` begins then: at the end of the lease less `leaseMs`. Passes
   * over what other transactions are working on.
   */
  endExpired(
    now: number,
    times: { readonly leaseMs: number; readonly graceMs: number; readonly limit: number },
  ): Promise<readonly LostPresence[]>
  /** The node goes down of its own will: as `endExpired` does it, with `onlineUntil` for all its agents. */
  end(nodeId: string, onlineUntil: number): Promise<readonly LostPresence[]>
}
