import type { TestEngine } from './engine.js'
import type { Closing, RtmClient } from './rtm-client.js'

/** How an idle connection ends within a minute of the engine's clock. */
export function endingWithinAMinute(engine: TestEngine, idle: RtmClient): Promise<Closing> {
  return endingWithin(61, engine, idle)
}

/** The same within so many seconds of that clock, which runs fast, so that it shows signs of life. */
export async function endingWithin(count: number, engine: TestEngine, idle: RtmClient): Promise<Closing> {
  for (let seconds = 0; idle.isOpen && seconds < count; seconds += 1) {
    if (seconds % 20 === 0) await idle.call('ping').catch(() => undefined)
    engine.clock.advance(1_000)
    // What the session asks the storage is answered about when this is.
    await engine.parley.health()
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  // The clock stands still by now; the storage takes the time that it takes.
  return idle.ending()
}
