import type { QueuePosition } from '../../model/routing.js'

/** Highest queue position that is reported. All threads behind it share it, so that counting stays cheap. */
export const lastCountedPosition = 100

/** Returns the 1-based queue position of `place`, given the front of the queue up to the last counted position. */
export function positionInQueue(front: readonly QueuePosition[], position: QueuePosition): number {
  const index = front.findIndex((other) => !isAhead(other, position))
  return index === -1 ? front.length + 1 : index + 1
}

/**
 * Returns whether the first thread has waited longer than the other. Of two that have waited equally long, the one with
 * the smaller chat id comes first.
 */
export function isAhead(one: QueuePosition, other: QueuePosition): boolean {
  if (one.waitingSince !== other.waitingSince) return one.waitingSince < other.waitingSince
  return one.chatId < other.chatId
}

/** The queue position of a waiting chat, and whether any agent accepts chats (decisions §7). */
export interface QueueState {
  /** 1 for the thread of the license that has waited longest. */
  readonly position: number
  readonly waitingSince: number
  /** Whether an agent of the license is connected and accepting chats, regardless of free slots. */
  readonly isAccepting: boolean
}
