import type { SteadyClock } from '../clock/steady-clock.js'
import { apis } from '../contract/apis.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { AgentViewer } from '../views/viewer.js'
import { consequencesOf, type HostPayload, isFactName } from './consequences.js'
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
  readonly steady: Pick<SteadyClock, 'now'>
  readonly failures: FailureLog
  readonly catalogOf: (licenseId: number) => PropertyCatalog
  readonly files: FileUrls
}

const { newestVersion } = apis.agent

/** Makes the event when its listener comes to it. */
type Make = () => ParleyEvents[EventName]

/** Listeners of the host in its own process: each at its own pace, none in the way of another or of us. */
export class FactListeners {
  readonly #dependencies: FactListenersDependencies
  readonly #queues = new Map<EventName, Set<ListenerQueue<Make>>>()
  #isClosed = false

  constructor(dependencies: FactListenersDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns what ends it. A `TypeError` for a name that there is not, and for what cannot be called. */
  on<N extends EventName>(name: N, listener: (event: ParleyEvents[N]) => unknown): () => void {
    if (name !== 'lagged' && !isFactName(name))
      throw new TypeError(`there is no event ${JSON.stringify(name)}`)
    if (typeof listener !== 'function') throw new TypeError(`the listener for ${name} is not a function`)
    if (this.#isClosed) return () => {}
    const queue = new ListenerQueue<Make>({
      // A queue of a name gets events of that name alone, which its type does not say.
      take: (make) => listener(make() as ParleyEvents[N]),
      failed: (cause) => this.#failed(name, cause),
      lagged: (droppedCount) => {
        // Of its own lag it would be told without end.
        if (name !== 'lagged') this.#put('lagged', () => ({ name, droppedCount }))
      },
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

  /** Nobody hears anything any more. */
  close(): void {
    this.#isClosed = true
    for (const queues of this.#queues.values()) for (const queue of queues) queue.end()
    this.#queues.clear()
  }

  #put(name: EventName, make: Make): void {
    for (const queue of this.#queues.get(name) ?? []) queue.put(make)
  }

  #eventOf(fact: Fact, place: ChatPlace | null): ParleyEvents[FactName] {
    const { catalogOf, files, clock, steady } = this.#dependencies
    const licenseId = licenseOf(fact)
    const viewer = {
      api: 'agent',
      version: newestVersion,
      catalog: catalogOf(licenseId),
      files,
      now: clock.now(),
      steadyNow: steady.now(),
    } as const
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
  return hostView === null ? agentPush?.(fact, viewer) : hostView(fact, viewer)
}
