import { setImmediate as nextTurn } from 'node:timers/promises'
import { Background } from '../src/background/background.js'
import { systemOrigin } from '../src/changes/origin.js'
import { SteadyClock } from '../src/clock/steady-clock.js'
import { VirtualClock } from '../src/clock/virtual-clock.js'
import { SystemIds } from '../src/ids/system-ids.js'
import type { FailureLog } from '../src/logging/failure-log.js'
import type { Storage, StorageReads, StorageTransaction } from '../src/ports/storage.js'
import type { LostPresence, Node, NodeReads, NodeWrites } from '../src/ports/stores/nodes.js'
import type { RoutingReads } from '../src/ports/stores/routing.js'
import { Presence } from '../src/presence/presence.js'
import { PushTargets } from '../src/push/push-targets.js'
import { resolveSettings } from '../src/settings.js'
import { changesOn } from './changes.js'
import type { Gate } from './gate.js'
import { agentTarget } from './push-targets.js'
import { scripted } from './scripted.js'

export const renewalMs = 1_000
export const graceMs = 60_000
export const [ada, grace] = ['ada@example.com', 'grace@example.com']

interface SceneOptions {
  readonly isOnlyNode?: boolean
  readonly living?: readonly Node[]
}

/** A storage that records what it was asked to write. */
export class Scene {
  readonly clock = new VirtualClock(0)
  readonly targets = new PushTargets()
  readonly background: Background
  readonly presence: Presence
  readonly written: string[] = []
  readonly logged: string[] = []
  readonly facts: ReturnType<typeof changesOn>['facts']
  readonly #changes: ReturnType<typeof changesOn>['changes']
  /** Whether this node has a lease that lasts. */
  lasts = false
  /** Presence that other nodes lost. */
  lost: readonly LostPresence[] = []
  expiredCount = 0
  /** Other nodes whose lease lasts. */
  readonly living: readonly Node[]
  /** Instant until which agents stay logged in who left while this node had no lease. */
  lostUntil: number | undefined
  /** Number of searches for agents to log out. */
  lookCount = 0
  /** Agents with connections to other nodes too. */
  readonly elsewhere = new Set<string>()
  /** A promise that every transaction waits for; absent: none waits. */
  hold: Gate | undefined
  /** A promise that connecting an agent waits for; absent: nothing waits. */
  connecting: Gate | undefined

  constructor({ isOnlyNode = false, living = [] }: SceneOptions = {}) {
    this.living = living
    const { clock, targets } = this
    const storage = scripted<Storage>({ transaction: (work) => this.#transact(work) })
    const { changes, facts } = changesOn(storage)
    const failures = scripted<FailureLog>({ write: (message) => void this.logged.push(message) })
    this.#changes = changes
    this.facts = facts
    this.background = new Background({ clock, failures })
    const nodes = scripted<NodeReads>({
      countExpired: async () => this.expiredCount,
      listActive: async () => [...this.living, ...(this.lasts ? [{ id: 'node', leaseUntil: 1 }] : [])],
    })
    const routing = scripted<RoutingReads>({
      listDeparted: async () => {
        this.lookCount += 1
        return []
      },
    })
    this.presence = new Presence({
      ...{ nodeId: 'node', isOnlyNode, targets, changes, clock, background: this.background, failures },
      ...{ steady: new SteadyClock(clock), ids: new SystemIds(clock) },
      read: scripted<StorageReads>({ nodes, routing }),
      settings: resolveSettings({ rtm: { leaseRenewalMs: renewalMs, reconnectGraceMs: graceMs } }),
    })
    this.background.add(this.presence)
    this.background.startJobs()
  }

  /** Opens a connection of the agent and stores the login. */
  async logIn(id = ada) {
    const target = agentTarget(id, { id })
    this.targets.add(target)
    await this.#login(id)
    return target
  }

  leave(target: ReturnType<typeof agentTarget>, hasGrace = true): void {
    this.targets.remove(target)
    this.presence.reportDisconnect({ licenseId: 1, id: target.caller.principal.id }, { hasGrace })
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms)
    await this.settle()
  }

  /** Waits until nothing continues on its own. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  }

  takeWritten(): readonly string[] {
    return this.written.splice(0)
  }

  #login(id: string): Promise<void> {
    return this.#changes.commit(systemOrigin, 0, [], async (tx) => {
      await this.presence.connect(tx, { licenseId: 1, id })
      return { response: undefined, facts: [] }
    })
  }

  async #transact<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T> {
    await this.hold?.promise
    return work(scripted<StorageTransaction>({ nodes: this.#nodes() }))
  }

  #nodes(): NodeWrites {
    const write = (what: string) => this.written.push(what)
    return scripted<NodeWrites>({
      renew: async (_, now, leaseUntil, lostUntil) => {
        this.lostUntil = lostUntil
        write(`renew from ${now} to ${leaseUntil}`)
        const { lasts } = this
        this.lasts = true
        return lasts
      },
      connect: async (_, ids) => {
        await this.connecting?.promise
        if (this.lasts) write(`connect ${ids.join()}`)
        return this.lasts
      },
      disconnect: async (_, ids, onlineUntil) => {
        write(`disconnect ${ids.join()} until ${onlineUntil}`)
        return ids.filter((id) => !this.elsewhere.has(id))
      },
      end: async (id, onlineUntil) => {
        write(`end ${id === 'node' ? '' : `${id} `}until ${onlineUntil}`)
        if (id === 'node') this.lasts = false
        return this.lost
      },
      endExpired: async (now, { leaseMs, graceMs, limit }) => {
        write(`end expired at ${now}: ${leaseMs}, ${graceMs}, ${limit}`)
        this.expiredCount = 0
        return this.lost
      },
    })
  }
}

export const fact = (onlineUntil: number, ...agentIds: string[]) => {
  return { name: 'agents_disconnected', licenseId: 1, agentIds, onlineUntil }
}
