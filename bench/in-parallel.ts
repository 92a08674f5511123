const width = 200

/** Calls `work` for each index below `count`, with many calls in progress, and returns the results by index. */
export async function inParallel<T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results = new Array<T>(count)
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane))
  return results
}
