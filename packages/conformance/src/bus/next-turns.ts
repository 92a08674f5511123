import { setImmediate as nextTurn } from 'node:timers/promises'

const count = 20

/** Some turns of the event loop: what is delivered late, though it must not be, comes meanwhile. */
export async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}
