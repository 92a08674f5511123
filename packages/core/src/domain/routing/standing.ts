import type { PlaceInLine } from '../../model/routing.js'

/** Places in a line are counted up to this one, which all behind it share: nobody waits for a long count. */
export const lastCountedPosition = 100

/** The place among those of the front of the line, which has all that stand before it, up to the last one counted. */
export function positionBehind(front: readonly PlaceInLine[], place: PlaceInLine): number {
  const index = front.findIndex((other) => !standsBefore(other, place))
  return index === -1 ? front.length + 1 : index + 1
}

/** Whether one has waited longer; of equals, who is the first by id. */
export function standsBefore(one: PlaceInLine, other: PlaceInLine): boolean {
  if (one.waitingSince !== other.waitingSince) return one.waitingSince < other.waitingSince
  return one.chatId < other.chatId
}

/** Where a waiting chat stands (decisions §7). */
export interface Standing {
  /** 1: no thread of the license that waits has waited longer. */
  readonly position: number
  readonly waitingSince: number
  /** Whether an agent of the license is connected and accepting, with room or without. */
  readonly isAccepting: boolean
}
