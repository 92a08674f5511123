import type { Device } from '../model/device.js'
import type { EventType } from '../model/event.js'

/**
 * A notification of one agent about one chat (decisions §12, §16.25): what happened there while the agent had no
 * connection, since the last notification. Its size is at most 3 KiB as JSON in UTF-8.
 */
export interface PushMessage {
  readonly licenseId: number
  readonly agentId: string
  readonly chatId: string
  /** Thread of the latest event, or the thread that began; `null` when the agent was only added to the chat. */
  readonly threadId: string | null
  /** `assigned` when the agent has just become a member of the chat; `event` when they already were one. */
  readonly reason: 'assigned' | 'event'
  /** Name of the author of the latest event, at most 80 characters; `null` when there is no event or no name. */
  readonly title: string | null
  /** Beginning of the text of the latest event, on one line of at most 240 characters; `''` when it has no text. */
  readonly body: string
  /** Type of the latest event; `null` when there is none. */
  readonly eventType: EventType | null
  /** Number of events that the notification covers, including the latest. */
  readonly eventCount: number
}

/** Result of sending a notification. */
export interface PushOutcome {
  /** Tokens of devices that no longer exist. The engine deletes these devices. */
  readonly deadTokens: readonly string[]
  /** Reasons why other devices were not reached, for the log. Absent or empty when all others were reached. */
  readonly failures?: readonly unknown[]
}

/** Notifies agents on their devices, through the services of the platforms. */
export interface PushService {
  /**
   * Notifies one agent on all of their enabled devices, of which there is at least one. It ignores devices of platforms
   * that it does not serve, and a failure for one device does not affect the others. A rejection is logged and not
   * retried. `signal` is aborted after `notifications.timeoutMs`; the call should then end, because it counts towards
   * `notifications.callCount` until it does.
   */
  notify(
    devices: readonly Device[],
    message: PushMessage,
    options: { readonly signal: AbortSignal },
  ): Promise<PushOutcome>
}
