import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin, type Origin, systemOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Fact } from '../facts/fact.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { ConnectedAgent } from '../push/push-targets.js'
import type { ConnectedAgents } from './connected-agents.js'
import { disconnectedFacts } from './disconnected-facts.js'
import type { PresenceTimes } from './presence-times.js'

export interface NodeLeaseDependencies {
  readonly nodeId: string
  /** Whether this is the only node. Then the lease never expires and need not be renewed. */
  readonly isOnlyNode: boolean
  readonly read: Pick<StorageReads, 'nodes'>
  readonly agents: ConnectedAgents
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly times: PresenceTimes
}

/** Expiry of the lease of an only node. */
const forever = Number.MAX_SAFE_INTEGER

/**
 * The lease of this node, which it holds while agents are connected to it. It is renewed every second, so that other
 * nodes know that this one is alive. If there cannot be other nodes, it lasts until the engine ends, and nothing is
 * written as time passes.
 */
export class NodeLease implements Job {
  readonly name = 'node lease'
  readonly periodMs: number
  readonly #dependencies: NodeLeaseDependencies
  /** Whether the lease may be stored. */
  #isHeld = false
  /** Whether earlier nodes whose leases never expire have been ended. */
  #hasTidied = false

  constructor(dependencies: NodeLeaseDependencies) {
    this.periodMs = dependencies.times.renewalMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { agents, isOnlyNode } = this.#dependencies
    if (!this.#hasTidied) await this.#endLeftNodes(createOrigin(run))
    this.#hasTidied = true
    if (agents.isAnyConnected()) {
      if (!isOnlyNode || !(await this.#isStored())) await this.#renew(createOrigin(run))
    } else await this.#giveUp(createOrigin(run), () => !agents.isAnyConnected())
  }

  /**
   * Logs the agents in with the transaction. If the lease was lost or is not held yet, it is taken for all agents who
   * are connected here.
   */
  async connect(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<void> {
    this.#isHeld = true
    if (await this.#store(tx, agents)) return
    const others = (await this.#prolong(tx)) ? [] : this.#dependencies.agents.listConnected()
    await this.#require(tx, [...agents, ...others])
  }

  /** Ends the lease because the node is closing, even if agents are connected. */
  end(): Promise<void> {
    return this.#giveUp(systemOrigin, () => true)
  }

  async #giveUp(origin: Origin, isMeant: () => boolean): Promise<void> {
    if (!this.#isHeld) return
    const { nodeId, changes, clock, steady, times } = this.#dependencies
    this.#isHeld = false
    try {
      await changes.commit(origin, clock.now(), [], async (tx) => {
        const lost = isMeant() ? await tx.nodes.end(nodeId, steady.now() + times.graceMs) : []
        return { response: undefined, facts: disconnectedFacts(lost) }
      })
    } catch (cause) {
      this.#isHeld = true
      throw cause
    }
  }

  #renew(origin: Origin): Promise<void> {
    const { agents, changes, clock } = this.#dependencies
    this.#isHeld = true
    return changes.commit(origin, clock.now(), [], async (tx) => {
      // This node was frozen too long, or another node has ended it. Its agents are no longer stored, so all of them
      // are stored again.
      if (!(await this.#prolong(tx))) await this.#require(tx, agents.listConnected())
      return { response: undefined, facts: [] }
    })
  }

  /**
   * Ends the leases of earlier nodes. An engine that was the only node left its lease if it was killed; the grace
   * period of its agents begins now. An only node ends all other nodes.
   */
  async #endLeftNodes(origin: Origin): Promise<void> {
    const { nodeId, isOnlyNode, read, changes, clock, steady, times } = this.#dependencies
    const living = await read.nodes.listActive(steady.now())
    const left = living.filter(
      ({ id, leaseUntil }) => id !== nodeId && (isOnlyNode || leaseUntil === forever),
    )
    if (left.length === 0) return
    await changes.commit(origin, clock.now(), [], async (tx) => {
      const onlineUntil = steady.now() + times.graceMs
      const facts: Fact[] = []
      for (const { id } of left) facts.push(...disconnectedFacts(await tx.nodes.end(id, onlineUntil)))
      return { response: undefined, facts }
    })
  }

  /** Returns whether the lease is still stored. Another process on the same storage may have ended it. */
  async #isStored(): Promise<boolean> {
    const { nodeId, read, steady } = this.#dependencies
    const living = await read.nodes.listActive(steady.now())
    return living.some(({ id }) => id === nodeId)
  }

  #prolong(tx: StorageTransaction): Promise<boolean> {
    const { nodeId, isOnlyNode, steady, times } = this.#dependencies
    const now = steady.now()
    // The grace period also applies to agents who left meanwhile.
    return tx.nodes.renew(nodeId, now, isOnlyNode ? forever : now + times.leaseMs, now + times.graceMs)
  }

  async #require(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<void> {
    if (!(await this.#store(tx, agents))) throw new TypeError('The storage lost a lease that was just stored')
  }

  async #store(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<boolean> {
    const { nodeId, agents: connected } = this.#dependencies
    connected.add(agents)
    const ids = agents.map(({ id }) => id)
    const isStored = await tx.nodes.connect(nodeId, ids)
    // Notes the agents again: one who left meanwhile may have been stored as disconnected before this login was stored.
    connected.add(agents)
    return isStored
  }
}
