/** It rests that many times as long as a piece took. */
const restPerWork = 8
/** The same on a busy node, where it gets 1.5 % of the time: sends come first. */
const restPerWorkWhenBusy = 64
const maxRestMs = 500
/** Of the time, that a node works which could hardly do more. */
const busyLoad = 0.8
/**
 * In which a batch is to be indexed where there is time. It holds what was committed in the second before, or while the
 * one before it was indexed where that takes longer: so on a node that is not busy nothing waits longer than 2 s.
 */
const aimedMs = 500

export interface BatchProgress {
  /** Since the batch was begun. */
  readonly passedMs: number
  /** How long the last piece took. */
  readonly tookMs: number
  /** As large as that one, at least 1. */
  readonly pieceCountLeft: number
  /** Of the time lately, how much of it the node has worked: 0 to 1. */
  readonly load: number
}

/** How long the indexing of new events rests before its next piece: what the batch has time for, unless the node is busy. */
export function restWithin({ passedMs, tookMs, pieceCountLeft, load }: BatchProgress): number {
  if (load >= busyLoad) return Math.min(restPerWorkWhenBusy * tookMs, maxRestMs)
  const spareMs = (aimedMs - passedMs) / pieceCountLeft - tookMs
  return Math.max(0, Math.min(spareMs, restAfter(tookMs)))
}

/** The same of what nobody waits for. */
export function restAfter(tookMs: number): number {
  return Math.min(restPerWork * tookMs, maxRestMs)
}
