import { setImmediate as nextTurn } from 'node:timers/promises'

/** Much more than anything takes, on however busy a machine: only what never comes is waited for so long. */
const waitMs = 30_000

/** Fails, rather than hangs, when what a test waits for does not come. */
export function within<T>(promise: Promise<T>, what: () => string, ms = waitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${ms} ms for ${what()}`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Checks again and again until it holds, for what an engine does after its answer; the last failure when it never does. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      return await check()
    } catch (cause) {
      if (Date.now() > until) throw cause
    }
    // SQLite answers within the turn, so that nothing else would ever have one.
    await nextTurn()
  }
}
