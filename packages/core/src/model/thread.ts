import type { ChatEvent } from './event.js'
import type { Properties } from './property.js'

/** A thread without its events. */
export interface Thread {
  readonly id: string
  readonly order: number
  readonly isActive: boolean
  readonly createdAt: number
  readonly properties: Properties
  /** All who were members while it was active, and agents who wrote in it without being so, as they first did. */
  readonly userIds: readonly string[]
}

export interface ThreadWithEvents extends Thread {
  /** By ascending `order`. */
  readonly events: readonly ChatEvent[]
}

export interface MeasuredThread extends Thread {
  /** How long it is with its events as JSON, or a little more: what they count for, and all else that there is of it. */
  readonly bytes: number
  /** By ascending `order`; `undefined` for a long thread, which `listThreads` reads. */
  readonly events: readonly ChatEvent[] | undefined
}

export interface ThreadSummary {
  readonly id: string
  readonly order: number
  readonly eventCount: number
  /** Of these, the ones whose `recipients` is `agents`. */
  readonly agentsOnlyEventCount: number
  /** Of the others, the rich messages. */
  readonly richMessageCount: number
}

/** What a thread may hold (decisions §16.1). */
export interface ThreadBounds {
  readonly eventCount: number
  readonly eventBytes: number
}
