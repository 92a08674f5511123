import type { PropertyCatalog } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { AgentViewer } from '../views/viewer.js'
import { consequencesOf, type HostPayload } from './consequences.js'
import { type ChatFactName, type Fact, type FactName, type FactOf, isChatFact, licenseOf } from './fact.js'
import type { ChatPlace, FactBatch } from './fact-batch.js'
import { ListenerQueue } from './listener-queue.js'

/** A fact, as the host hears it (decisions §16.11). */
export interface FactEvent<N extends FactName = FactName> {
  readonly name: N
  readonly licenseId: number
  readonly chatId: N extends ChatFactName ? string : null
  /** 1, 2, 3 … of the chat's changes; `null` for what is ephemeral or about no chat. Facts of one change share it. */
  readonly sequence: number | null
  /** As the newest Agent API pushes it to an administrator; of what is not pushed, ids. */
  readonly payload: HostPayload<N>
}

/** A listener was so slow that it missed some. */
export interface LaggedEvent {
  readonly name: EventName
  readonly droppedCount: number
}

/** What a host may listen to, by name. */
export type ParleyEvents = { readonly [N in FactName]: FactEvent<N> } & { readonly lagged: LaggedEvent }
export type EventName = keyof ParleyEvents

export interface FactListenersDependencies {
  readonly clock: Clock
  readonly failures: FailureLog
  readonly catalogOf: (licenseId: number) => PropertyCatalog
}

/** Makes the event when its listener comes to it. */
type Make = () => ParleyEvents[EventName]

/** Listeners of the host in its own process: each at its own pace, none in the way of another or of us. */
export class FactListeners {
  readonly #dependencies: FactListenersDependencies
  readonly #queues = new Map<EventName, Set<ListenerQueue<Make>>>()

  constructor(dependencies: FactListenersDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns what ends it. */
  on<N extends EventName>(name: N, listener: (event: ParleyEvents[N]) => unknown): () => void {
    const queue = new ListenerQueue<Make>({
      // A queue of a name gets events of that name alone, which its type does not say.
      take: (make) => listener(make() as ParleyEvents[N]),
      failed: (cause) => this.#failed(name, cause),
      lagged: (droppedCount) => this.#put('lagged', () => ({ name, droppedCount })),
    })
    const queues = this.#queues.get(name) ?? new Set()
    this.#queues.set(name, queues.add(queue))
    return () => {
      queue.end()
      queues.delete(queue)
      if (queues.size === 0 && this.#queues.get(name) === queues) this.#queues.delete(name)
    }
  }

  /** Nobody listens, nothing is done. */
  hear({ facts, place }: FactBatch): void {
    if (this.#queues.size === 0) return
    for (const fact of facts) this.#put(fact.name, () => this.#eventOf(fact, place))
  }

  #put(name: EventName, make: Make): void {
    for (const queue of this.#queues.get(name) ?? []) queue.put(make)
  }

  #eventOf(fact: Fact, place: ChatPlace | null): ParleyEvents[FactName] {
    const { catalogOf, clock } = this.#dependencies
    const licenseId = licenseOf(fact)
    const viewer = { api: 'agent', version: 'v0.4', catalog: catalogOf(licenseId), now: clock.now() } as const
    const chatId = isChatFact(fact) ? fact.chat.id : null
    const payload = payloadOf(fact, viewer)
    // The name decides about all of it: see the table of consequences.
    return {
      name: fact.name,
      licenseId,
      chatId,
      sequence: place?.sequence ?? null,
      payload,
    } as ParleyEvents[FactName]
  }

  #failed(name: EventName, cause: unknown): void {
    this.#dependencies.failures.write('A listener of the host failed', 'listener', { event: name, cause })
  }
}

function payloadOf<N extends FactName>(fact: FactOf<N>, viewer: AgentViewer): object | undefined {
  const { hostView, agentPush } = consequencesOf(fact.name)
  return hostView === null ? agentPush?.(fact, viewer) : hostView(fact)
}
