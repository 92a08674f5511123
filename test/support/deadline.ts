import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Maximum time to wait, in milliseconds. It is far longer than anything takes on a busy machine, so it only passes when
 * something never happens.
 */
const waitMs = 30_000

/** Rejects when the promise has not settled after `ms` milliseconds, so that a test fails instead of hanging. */
export function within<T>(promise: Promise<T>, describeWait: () => string, ms = waitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${ms} ms for ${describeWait()}`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Repeats the check until it passes, because an engine continues to work after its response. Throws the last failure
 * when it never passes.
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      return await check()
    } catch (cause) {
      if (Date.now() > until) throw cause
    }
    // SQLite responds within the same turn of the event loop, so nothing else would ever run without this.
    await nextTurn()
  }
}
