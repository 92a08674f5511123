import { setImmediate as nextTurn } from 'node:timers/promises'

const count = 20

/** Waits for several turns of the event loop, so that a message delivered later than allowed shows up. */
export async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}
