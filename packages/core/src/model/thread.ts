import type { ChatEvent } from './event.js'
import type { Properties } from './property.js'

/** A thread without its events. */
export interface Thread {
  readonly id: string
  /** 1, 2, 3 … within its chat. */
  readonly order: number
  readonly isActive: boolean
  readonly createdAt: number
  readonly properties: Properties
  /**
   * All users who were members while it was active, and agents who wrote in it without being members, in the order in
   * which they first did.
   */
  readonly userIds: readonly string[]
}

/** A thread with all its events. */
export interface ThreadWithEvents extends Thread {
  /** By ascending `order`. */
  readonly events: readonly ChatEvent[]
}

/** A thread with its size. */
export interface MeasuredThread extends Thread {
  /** Size of the thread with its events as JSON, or a little more. */
  readonly bytes: number
  /** By ascending `order`; `undefined` for a long thread, whose events `listThreads` reads. */
  readonly events: readonly ChatEvent[] | undefined
}

/** A thread with the numbers of its events. */
export interface ThreadSummary {
  readonly id: string
  readonly order: number
  readonly eventCount: number
  /** Number of events whose `recipients` is `agents`. */
  readonly agentsOnlyEventCount: number
  /** Number of rich messages among the other events. */
  readonly richMessageCount: number
}

/** Limits on the events of a thread (decisions §16.1). */
export interface ThreadBounds {
  readonly eventCount: number
  /** Maximum size of the events, in bytes of JSON. */
  readonly eventBytes: number
}
