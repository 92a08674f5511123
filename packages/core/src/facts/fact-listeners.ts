import type { SteadyClock } from '../clock/steady-clock.js'
import { ParleyConfigError } from '../config-error.js'
import { apis } from '../contract/apis.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { AgentViewer } from '../views/viewer.js'
import { getConsequences, type HostPayload, isFactName } from './consequences.js'
import { type ChatFactName, type Fact, type FactName, type FactOf, getLicenseId, isChatFact } from './fact.js'
import type { ChatCommit, CommitListener, FactBatch } from './fact-batch.js'
import { ListenerQueue } from './listener-queue.js'

/** A fact as the host receives it (decisions §16.11). */
export interface FactEvent<N extends FactName = FactName> {
  readonly name: N
  readonly licenseId: number
  readonly chatId: N extends ChatFactName ? string : null
  /**
   * Sequence of the commit within its chat (1, 2, 3 …), shared by all facts of the commit; `null` when the fact is
   * ephemeral or about no chat.
   */
  readonly sequence: number | null
  /**
   * Payload as the newest Agent API pushes it to an administrator. For facts that are not pushed, the ids they concern.
   */
  readonly payload: HostPayload<N>
}

/** Reports that a slow listener missed events. */
export interface LaggedEvent {
  readonly name: EventName
  /** Number of events that were dropped since the previous report. */
  readonly droppedCount: number
}

/** The events that a host can listen to, by name. */
export type ParleyEvents = { readonly [N in FactName]: FactEvent<N> } & { readonly lagged: LaggedEvent }
/** Name of an event that a host can listen to. */
export type EventName = keyof ParleyEvents

export interface FactListenersDependencies {
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly failures: FailureLog
  readonly catalogOf: (licenseId: number) => PropertyCatalog
  readonly files: FileUrls
}

const { newestVersion } = apis.agent

/** Builds the event at the moment when its listener is called. */
type Make = () => ParleyEvents[EventName]

/**
 * Calls the listeners of the host. Each listener runs at its own pace and blocks neither other listeners nor the
 * engine.
 */
export class FactListeners implements CommitListener {
  readonly #dependencies: FactListenersDependencies
  readonly #queues = new Map<EventName, Set<ListenerQueue<Make>>>()
  #isClosed = false

  constructor(dependencies: FactListenersDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Adds a listener and returns a function that removes it. Throws a `ParleyConfigError` when the name is unknown or the
   * listener is not a function.
   */
  on<N extends EventName>(name: N, listener: (event: ParleyEvents[N]) => unknown): () => void {
    checkListener(name, listener)
    if (this.#isClosed) return () => {}
    const queue = new ListenerQueue<Make>({
      // A queue receives only events of its own name, which its type cannot express.
      onItem: (make) => listener(make() as ParleyEvents[N]),
      onError: (cause) => this.#failed(name, cause),
      onLagged: (droppedCount) => {
        // A listener to `lagged` is not notified of its own lag, because that would never end.
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

  /** Passes the facts to the listeners. Does nothing when there are none. */
  onCommit({ facts, place: commit }: FactBatch): void {
    if (this.#queues.size === 0) return
    for (const fact of facts) this.#put(fact.name, () => this.#eventOf(fact, commit))
  }

  /** Resolves once the listeners have finished all events that wait for them. */
  async drain(): Promise<void> {
    await Promise.all(
      [...this.#queues.values()].flatMap((queues) => [...queues].map((queue) => queue.idle())),
    )
  }

  /** Removes all listeners. No events are delivered from now on. */
  close(): void {
    this.#isClosed = true
    for (const queues of this.#queues.values()) for (const queue of queues) queue.end()
    this.#queues.clear()
  }

  #put(name: EventName, make: Make): void {
    for (const queue of this.#queues.get(name) ?? []) queue.put(make)
  }

  #eventOf(fact: Fact, commit: ChatCommit | null): ParleyEvents[FactName] {
    const { catalogOf, files, clock, steady } = this.#dependencies
    const licenseId = getLicenseId(fact)
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
    // The name of a fact decides the type of its fields (`consequences.ts`), which the compiler cannot follow here.
    return {
      name: fact.name,
      licenseId,
      chatId,
      sequence: commit?.sequence ?? null,
      payload,
    } as ParleyEvents[FactName]
  }

  #failed(name: EventName, cause: unknown): void {
    this.#dependencies.failures.write('A listener of the host failed', 'listener', { event: name, cause })
  }
}

function checkListener(name: EventName, listener: unknown): void {
  if (name !== 'lagged' && !isFactName(name)) {
    const message = `parley.on: there is no event ${JSON.stringify(name)}. The names are those of EventName, such as 'thread_closed'`
    throw new ParleyConfigError('event_unknown', { option: 'parley.on.name', message })
  }
  if (typeof listener === 'function') return
  const message = `parley.on: the listener for ${name} must be a function`
  throw new ParleyConfigError('argument_invalid', { option: 'parley.on.listener', message })
}

function payloadOf<N extends FactName>(fact: FactOf<N>, viewer: AgentViewer): object | undefined {
  const { hostView, agentPush } = getConsequences(fact.name)
  return hostView === null ? agentPush?.(fact, viewer) : hostView(fact, viewer)
}
