const width = 200

/** Runs `count` pieces of work, many at once; the results in the order of the indexes. */
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
