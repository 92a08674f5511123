import { nextTurn } from '../clock/next-turn.js'
import type { Emit, Push } from '../domain/push.js'

/** Bytes times receivers that go out in one turn of the event loop: some 10 ms. */
const turnBytes = 8 * 1_048_576

/**
 * In their order, and no more in one turn than lets others be served. Many pushes of one change are alike, so the first
 * one tells what the others come to.
 */
export async function emitInTurns(emit: Emit, pushes: readonly Push[]): Promise<void> {
  const bytes = emit(pushes.slice(0, 1))
  const perTurn = Math.max(1, Math.floor(turnBytes / Math.max(1, bytes)))
  for (let next = 1; next < pushes.length; next += perTurn) {
    if (bytes + (pushes.length - 1) * bytes > turnBytes) await nextTurn()
    emit(pushes.slice(next, next + perTurn))
  }
}
