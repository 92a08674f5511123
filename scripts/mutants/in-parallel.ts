/** Calls `work` for each item, in order, with at most `count` calls in progress. */
export async function inParallel<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker))
}
