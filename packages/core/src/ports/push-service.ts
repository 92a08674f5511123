import type { Device } from '../model/device.js'
import type { EventType } from '../model/event.js'

/**
 * What an agent is notified of (decisions §12, §16.25): what has happened in one chat while they had no connection, since
 * they were last notified of it. At most 3 KiB as JSON in UTF-8.
 */
export interface PushMessage {
  readonly licenseId: number
  readonly agentId: string
  readonly chatId: string
  /** Of the last event, or the thread that began; `null` where the agent was added to a chat and nothing else happened. */
  readonly threadId: string | null
  /** `assigned`: the agent has become a member; `event`: they were one. */
  readonly reason: 'assigned' | 'event'
  /** Who wrote the last event, by name; `null` where there is none, or no name is known. At most 80 characters. */
  readonly title: string | null
  /** How the text of the last event begins, in one line of at most 240 characters; `''` where it has none. */
  readonly body: string
  /** Of the last event; `null` where there is none. */
  readonly eventType: EventType | null
  /** So many events, the last one included. */
  readonly eventCount: number
}

export interface PushOutcome {
  /** Of the devices, the tokens that the service knows no more: the engine forgets them. */
  readonly deadTokens: readonly string[]
  /** Why others were not reached, for the log; none: all the rest were. */
  readonly failures?: readonly unknown[]
}

/** Notifies agents on their devices, through the services of the platforms. */
export interface PushService {
  /**
   * Notifies one agent on their enabled devices, at least one, of whatever platforms; those of a platform that is not the
   * service's are left alone. What fails for one device keeps it from no other. A rejection is logged, and nothing is
   * tried again. Ends once `signal` is aborted, after `notifications.timeoutMs`: until then it holds one of
   * `notifications.callCount` places.
   */
  notify(
    devices: readonly Device[],
    message: PushMessage,
    options: { readonly signal: AbortSignal },
  ): Promise<PushOutcome>
}
