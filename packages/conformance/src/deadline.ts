const usualMs = 15_000

/** Resolves like `promise`, or rejects with the text of `what` when it takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, what: () => string, ms = usualMs): Promise<T> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what()}`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timeout)
  }
}
