const withinMs = 15_000

/** Resolves like `promise`, or rejects with the text of `missing` when that takes too long. */
export async function within<T>(promise: Promise<T>, missing: () => string): Promise<T> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(missing())), withinMs)
  })
  return await Promise.race([promise, late]).finally(() => clearTimeout(timeout))
}
