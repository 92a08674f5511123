import { getNotificationBody } from '../domain/notifications.js'
import { getConsequences } from '../facts/consequences.js'
import { type FactName, type FactOf, getLicenseId } from '../facts/fact.js'
import type { FactBatch } from '../facts/fact-batch.js'
import type { Notice } from '../facts/notices.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Logger } from '../ports/logger.js'
import type { PushTargets } from '../push/push-targets.js'
import type { ShownEvent, WaitingNotices } from './waiting-notices.js'

/** Receives the facts that this node has committed, on behalf of agents without a connection. */
export interface MissedFacts {
  /**
   * Handles committed facts. `authorId` is the user who made the change, or `null`. It runs while a message is being
   * sent, so it does not wait for anything.
   */
  add(batch: FactBatch, authorId: string | null): void
}

interface RecordedMissedFactsDependencies {
  readonly waiting: WaitingNotices
  readonly targets: Pick<PushTargets, 'listByAgent'>
  readonly failures: FailureLog
}

/** Notes notifications for agents who have no connection to this node. */
export class RecordedMissedFacts implements MissedFacts {
  readonly #dependencies: RecordedMissedFactsDependencies

  constructor(dependencies: RecordedMissedFactsDependencies) {
    this.#dependencies = dependencies
  }

  add({ facts }: FactBatch, authorId: string | null): void {
    for (const fact of facts) this.#hear(fact, authorId)
  }

  /** Handles one fact. A failure is logged, because the user who made the change is not to blame for it. */
  #hear<N extends FactName>(fact: FactOf<N>, authorId: string | null): void {
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
}

/** Replaces the notifications when the host has no push service, and logs that once. */
export class IgnoredMissedFacts implements MissedFacts {
  readonly #logger: Logger
  #isLogged = false

  constructor(logger: Logger) {
    this.#logger = logger
  }

  add({ facts }: FactBatch): void {
    if (this.#isLogged) return
    if (facts.every(({ name }) => getConsequences(name).notice === null)) return
    this.#isLogged = true
    this.#logger.debug('The option pushService is not set: agents without a connection are not notified')
  }
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
