import { atMost } from '../clock/at-most.js'
import type { Clock } from '../ports/clock.js'
import type { Part } from './part.js'

/** Groups of parts that close together. */
export type Stage = 'bodies' | 'requests' | 'connections' | 'background' | 'storage' | 'facts' | 'bus'

/** One step of closing. The parts of its stages do the same side by side. */
interface ClosingStep {
  readonly does: 'drain' | 'close'
  readonly stages: readonly Stage[]
  /** Time after which the next step begins, in milliseconds; `drainMs` is what the host allows. Absent: no limit. */
  readonly limitMs?: number | 'drainMs'
}

/** Time for final messages that only need to reach the other side, in milliseconds. */
const farewellMs = 500

/** The order in which an engine closes. */
export const closingOrder: readonly ClosingStep[] = [
  // Incomplete bodies are refused immediately, because the client may never send the rest.
  { does: 'close', stages: ['bodies'] },
  // Running requests are answered; those that take too long are refused.
  { does: 'drain', stages: ['requests'], limitMs: 'drainMs' },
  { does: 'close', stages: ['requests'] },
  { does: 'drain', stages: ['requests'], limitMs: farewellMs },
  // Clients learn that this node leaves, and listeners of the host take what waits for them.
  { does: 'drain', stages: ['background', 'connections', 'facts'], limitMs: farewellMs },
  { does: 'close', stages: ['connections'] },
  // The storage lets running transactions end, so there is no need to wait for them first. What follows from them still
  // reaches listeners and other nodes.
  { does: 'close', stages: ['storage'] },
  { does: 'close', stages: ['background'], limitMs: farewellMs },
  { does: 'drain', stages: ['facts'], limitMs: farewellMs },
  { does: 'close', stages: ['facts'] },
  { does: 'close', stages: ['bus'] },
]

/**
 * Closes the parts in the closing order. A part that fails stops no other part. Rejects at the end with the first
 * failure.
 */
export async function closeParts(
  parts: Readonly<Record<Stage, readonly Part[]>>,
  { clock, drainMs }: { readonly clock: Clock; readonly drainMs: number },
): Promise<void> {
  const failures: unknown[] = []
  const fail = (cause: unknown) => void failures.push(cause)
  for (const { does, stages, limitMs } of closingOrder) {
    const running: Promise<void>[] = []
    for (const part of stages.flatMap((stage) => parts[stage])) {
      try {
        const done = part[does]?.()
        if (done !== undefined) running.push(done.catch(fail))
      } catch (cause) {
        fail(cause)
      }
    }
    // Without anything to wait for, the next step follows in the same turn.
    if (running.length === 0) continue
    const done = Promise.all(running)
    await (limitMs === undefined ? done : atMost(clock, limitMs === 'drainMs' ? drainMs : limitMs, done))
  }
  if (failures.length > 0) throw failures[0]
}
