import type { Job, Run } from '../background/job.js'
import type { Changes } from '../changes/changes.js'
import { type Origin, originOf, systemOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { connectedForever } from '../domain/connected-forever.js'
import type { Fact } from '../facts/fact.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { ConnectedAgent } from '../push/push-targets.js'
import type { ConnectedAgents } from './connected-agents.js'
import { disconnectedFacts } from './disconnected-facts.js'
import type { PresenceTimes } from './presence-times.js'

export interface NodeLeaseDependencies {
  readonly nodeId: string
  /** No other node can exist: nobody has to be told, time and again, that this one lives. */
  readonly isOnlyNode: boolean
  readonly read: Pick<StorageReads, 'nodes'>
  readonly agents: ConnectedAgents
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly times: PresenceTimes
}

/** The lease of an only node, which no time ends. */
const forever = connectedForever

/**
 * The lease of this node, which it holds while agents are connected to it. It is renewed each second, so that other nodes know
 * that this one lives. Where no other node can exist, it lasts until the engine ends: nothing is written as time passes.
 */
export class NodeLease implements Job {
  readonly name = 'node lease'
  readonly periodMs: number
  readonly #dependencies: NodeLeaseDependencies
  /** It may be stored. */
  #isHeld = false
  /** Nodes that ended before this one began, and whose leases would not run out, are ended. */
  #hasTidied = false

  constructor(dependencies: NodeLeaseDependencies) {
    this.periodMs = dependencies.times.renewalMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { agents, isOnlyNode } = this.#dependencies
    if (!this.#hasTidied) await this.#endLeftNodes(originOf(run))
    this.#hasTidied = true
    if (agents.isAnyHere()) {
      if (!isOnlyNode || !(await this.#isStored())) await this.#renew(originOf(run))
    } else await this.#giveUp(originOf(run), () => !agents.isAnyHere())
  }

  /**
   * These agents are logged in with the transaction. Where the lease was lost, or is not held yet, it is taken up with
   * all who are here.
   */
  async connect(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<void> {
    this.#isHeld = true
    if (await this.#store(tx, agents)) return
    const others = (await this.#prolong(tx)) ? [] : this.#dependencies.agents.here()
    await this.#require(tx, [...agents, ...others])
  }

  /** The node goes down, whoever is here. */
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
      // Frozen for too long, or ended by another node: of those who are here nobody is known.
      if (!(await this.#prolong(tx))) await this.#require(tx, agents.here())
      return { response: undefined, facts: [] }
    })
  }

  /**
   * An engine that was the only node has left its lease where it was killed. Its agents have the grace from now on. An only
   * node ends every other one.
   */
  async #endLeftNodes(origin: Origin): Promise<void> {
    const { nodeId, isOnlyNode, read, changes, clock, steady, times } = this.#dependencies
    const living = await read.nodes.listLiving(steady.now())
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

  /** Another process on the same storage may have ended this node all the same. */
  async #isStored(): Promise<boolean> {
    const { nodeId, read, steady } = this.#dependencies
    const living = await read.nodes.listLiving(steady.now())
    return living.some(({ id }) => id === nodeId)
  }

  #prolong(tx: StorageTransaction): Promise<boolean> {
    const { nodeId, isOnlyNode, steady, times } = this.#dependencies
    const now = steady.now()
    // Who has left meanwhile has the grace as well.
    return tx.nodes.renew(nodeId, now, isOnlyNode ? forever : now + times.leaseMs, now + times.graceMs)
  }

  async #require(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<void> {
    if (!(await this.#store(tx, agents))) throw new TypeError('The storage has lost a lease that just began')
  }

  async #store(tx: StorageTransaction, agents: readonly ConnectedAgent[]): Promise<boolean> {
    const { nodeId, agents: connected } = this.#dependencies
    connected.add(agents)
    const ids = agents.map(({ id }) => id)
    const isStored = await tx.nodes.connect(nodeId, ids)
    // Who has left meanwhile may have been disconnected before this came to the storage.
    connected.add(agents)
    return isStored
  }
}
