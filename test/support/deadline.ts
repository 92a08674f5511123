const waitMs = 5_000

/** Fails, rather than hangs, when what a test waits for does not come. */
export function within<T>(promise: Promise<T>, what: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${waitMs} ms for ${what()}`)), waitMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
