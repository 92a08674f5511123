import type { TestEngine } from './engine.js'
import type { Closing, RtmClient } from './rtm-client.js'

/** Resolves with how an idle connection ends within a minute of the engine's clock. */
export function endingWithinAMinute(engine: TestEngine, idle: RtmClient): Promise<Closing> {
  return endingWithin(61, engine, idle)
}

/**
 * Resolves with how an idle connection ends within that many seconds. Advances the clock and sends pings, so that the
 * client counts as alive.
 */
export async function endingWithin(count: number, engine: TestEngine, idle: RtmClient): Promise<Closing> {
  for (let seconds = 0; idle.isOpen && seconds < count; seconds += 1) {
    if (seconds % 20 === 0) await idle.call('ping').catch(() => undefined)
    engine.clock.advance(1_000)
    // When this responds, so have the earlier requests of the session to the storage.
    await engine.parley.health()
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  // The clock no longer advances, but the storage may still need some time.
  return idle.waitForEnd()
}
