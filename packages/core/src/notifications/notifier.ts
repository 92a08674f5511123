import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import { getNotificationBody, getNotificationTitle } from '../domain/notifications.js'
import { toPushOutcome } from '../domain/push-outcomes.js'
import { getConsequences } from '../facts/consequences.js'
import { type FactName, type FactOf, getLicenseId } from '../facts/fact.js'
import type { FactBatch } from '../facts/fact-batch.js'
import type { Notice } from '../facts/notices.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Device } from '../model/device.js'
import type { Clock } from '../ports/clock.js'
import type { PushMessage, PushOutcome, PushService } from '../ports/push-service.js'
import type { StorageReads } from '../ports/storage.js'
import type { PushTargets } from '../push/push-targets.js'
import type { Settings } from '../settings.js'
import { PushCalls } from './push-calls.js'
import type { ShownEvent, WaitingNotice, WaitingNotices } from './waiting-notices.js'

export interface NotifierDependencies {
  readonly pushService: PushService
  readonly waiting: WaitingNotices
  readonly targets: Pick<PushTargets, 'listByAgent'>
  readonly read: Pick<StorageReads, 'agents' | 'customers'>
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly settings: Pick<Settings, 'notifications'>
}

const failureType = 'push service'
/** Maximum number of notices whose devices are read by one query: with 20 devices of 2 KiB for each agent, 4 MiB. */
const noticesPerRead = 100

/**
 * Sends push notifications to the devices of agents who have no connection to any node (decisions §12). Nothing waits
 * for it.
 */
export class Notifier implements Job {
  readonly name = 'notifications'
  readonly periodMs = 1_000
  readonly #dependencies: NotifierDependencies
  readonly #calls: PushCalls
  /** Functions that abort the running calls. */
  readonly #underWay = new Set<() => void>()
  readonly #closing = { aborted: false }

  constructor(dependencies: NotifierDependencies) {
    this.#dependencies = dependencies
    this.#calls = new PushCalls(dependencies.settings.notifications.callCount)
  }

  /** Notes the agents to notify, who have no connection to this node. */
  onCommit({ facts }: FactBatch, authorId: string | null): void {
    for (const fact of facts) this.#noteFact(fact, authorId)
  }

  /** Sends the waiting notices. Notices whose devices cannot be read are lost, like those that cannot be sent. */
  async run(run: Run): Promise<void> {
    const { waiting, read } = this.#dependencies
    const hasCapacity = (licenseId: number) => this.#calls.hasCapacity(licenseId)
    while (!run.aborted) {
      const notices = waiting.take(noticesPerRead, hasCapacity)
      if (notices.length === 0) return
      const agentIds = [...new Set(notices.map(({ agentId }) => agentId))]
      this.#start(notices, byAgent(await read.agents.listDevicesToNotify(agentIds)))
    }
  }

  /** Aborts the running calls and drops the waiting ones. */
  drain(): void {
    this.#closing.aborted = true
    this.#calls.clear()
    for (const giveUp of this.#underWay) giveUp()
  }

  /** Notes one fact. A failure is logged, because the user who made the change is not to blame for it. */
  #noteFact<N extends FactName>(fact: FactOf<N>, authorId: string | null): void {
    const { notice } = getConsequences(fact.name)
    if (notice === null) return
    try {
      this.#note(notice(fact, authorId))
    } catch (cause) {
      const fields = { licenseId: getLicenseId(fact), fact: fact.name, cause }
      this.#dependencies.failures.write('Agents cannot be notified of a fact', 'internal', fields)
    }
  }

  #note(notice: Notice | null): void {
    if (notice === null) return
    const { targets, waiting } = this.#dependencies
    const { chat, threadId, reason } = notice
    const { id: chatId, licenseId } = chat
    const away = notice.agentIds.filter((agentId) => targets.listByAgent(licenseId, agentId).length === 0)
    if (away.length === 0) return
    const event = shownEvent(notice)
    const eventCount = event === null ? 0 : 1
    for (const agentId of away) {
      waiting.add({ licenseId, agentId, chatId, threadId, reason, event, eventCount })
    }
  }

  #start(notices: readonly WaitingNotice[], devices: ReadonlyMap<string, readonly Device[]>): void {
    if (this.#closing.aborted) return
    for (const notice of notices) {
      const own = devices.get(notice.agentId)
      if (own !== undefined) this.#calls.add(notice.licenseId, () => this.#notify(notice, own))
    }
  }

  /** Sends one notice to the agent's devices. Never rejects. */
  async #notify(notice: WaitingNotice, devices: readonly Device[]): Promise<void> {
    const { licenseId, agentId } = notice
    const { failures } = this.#dependencies
    const abort = new AbortController()
    const stop = this.#giveUpLater(abort, licenseId)
    try {
      const { deadTokens, failures: causes = [] } = await this.#call(notice, devices, abort.signal)
      for (const cause of causes) {
        failures.warn('A device could not be notified', failureType, { licenseId }, { cause })
      }
      await this.#forget(agentId, deadTokens)
    } catch (cause) {
      if (!abort.signal.aborted) {
        failures.write('An agent could not be notified', failureType, { licenseId, cause })
      }
    } finally {
      stop()
    }
  }

  /**
   * Aborts the call after the timeout, and when the engine closes. Returns a function that cancels this. A call that
   * ignores the abort keeps its slot.
   */
  #giveUpLater(abort: AbortController, licenseId: number): () => void {
    const { clock, failures, settings } = this.#dependencies
    const giveUp = () => {
      stop()
      abort.abort()
    }
    const stop = clock.every(settings.notifications.timeoutMs, () => {
      failures.warn('The push service did not respond in time', failureType, { licenseId }, {})
      giveUp()
    })
    this.#underWay.add(giveUp)
    return () => {
      stop()
      this.#underWay.delete(giveUp)
    }
  }

  async #call(notice: WaitingNotice, devices: readonly Device[], signal: AbortSignal): Promise<PushOutcome> {
    const message = await this.#messageOf(notice)
    return toPushOutcome(await this.#dependencies.pushService.notify(devices, message, { signal }), devices)
  }

  async #messageOf({ event, ...of }: WaitingNotice): Promise<PushMessage> {
    const { licenseId, agentId, chatId, threadId, reason, eventCount } = of
    const title = getNotificationTitle(await this.#nameOf(event?.author ?? null))
    const [body, eventType] = event === null ? ['', null] : [event.body, event.type]
    return { licenseId, agentId, chatId, threadId, reason, title, body, eventType, eventCount }
  }

  async #nameOf(author: ShownEvent['author']): Promise<string | null | undefined> {
    if (author === null) return null
    const { customers, agents } = this.#dependencies.read
    const user = await (author.kind === 'customer' ? customers.get(author.id) : agents.get(author.id))
    return user?.name
  }

  async #forget(agentId: string, tokens: readonly string[]): Promise<void> {
    if (tokens.length === 0) return
    const { changes, clock } = this.#dependencies
    await changes.commit(createOrigin(this.#closing), clock.now(), [agentId], async (tx) => {
      for (const token of tokens) await tx.agents.removeDevice(agentId, token)
      return { response: undefined, facts: [] }
    })
  }
}

function byAgent(devices: readonly Device[]): ReadonlyMap<string, readonly Device[]> {
  const grouped = new Map<string, Device[]>()
  for (const device of devices) {
    const own = grouped.get(device.agentId)
    if (own === undefined) grouped.set(device.agentId, [device])
    else own.push(device)
  }
  return grouped
}

/**
 * Returns the parts of an event that a notification shows. An author who is not a member is an agent, because agents
 * may write without being members.
 */
function shownEvent({ chat, event }: Notice): ShownEvent | null {
  if (event === null) return null
  const { authorId, content } = event
  const kind = chat.members.find(({ id }) => id === authorId)?.kind ?? 'agent'
  const author = authorId === null ? null : { kind, id: authorId }
  return { author, type: content.type, body: getNotificationBody(content) }
}
