/** Length of the pause after a piece, as a multiple of the time that the piece took. */
const pausePerWork = 8
/** Length of the pause on a busy node, where indexing gets 1.5 % of the time because requests come first. */
const pausePerWorkWhenBusy = 64
const maxPauseMs = 500
/** Share of the time that a node works from which on it counts as busy: it could hardly do more. */
const busyLoad = 0.8
/**
 * Time in which a batch is indexed, when the node is not busy. A batch holds what was committed during the second
 * before, or while the previous batch was indexed if that took longer. New events are therefore indexed within 2 s on a
 * node that is not busy.
 */
const aimedMs = 500

/** Progress of the batch that is being indexed, and the load of the node. */
export interface BatchProgress {
  /** Time since the batch began, in milliseconds. */
  readonly passedMs: number
  /** Time that the last piece took, in milliseconds. */
  readonly tookMs: number
  /** Number of pieces of that size that are left, at least 1. */
  readonly pieceCountLeft: number
  /** Share of the recent time in which the node was working, from 0 to 1. */
  readonly load: number
}

/**
 * Returns how long the indexing of new events pauses before the next piece, in milliseconds. The pauses use up the time
 * of the batch, unless the node is busy.
 */
export function getPauseWithinRun({ passedMs, tookMs, pieceCountLeft, load }: BatchProgress): number {
  if (load >= busyLoad) return Math.min(pausePerWorkWhenBusy * tookMs, maxPauseMs)
  const spareMs = (aimedMs - passedMs) / pieceCountLeft - tookMs
  return Math.max(0, Math.min(spareMs, getPauseAfterRun(tookMs)))
}

/** Returns how long indexing pauses after a piece that is not urgent, in milliseconds. */
export function getPauseAfterRun(tookMs: number): number {
  return Math.min(pausePerWork * tookMs, maxPauseMs)
}
