const minBeginningLength = 4

/** Returns the known name that differs least from a misspelt one, or `undefined` when none is similar. */
export function nearestName(misspelt: string, known: readonly string[]): string | undefined {
  const name = misspelt.toLowerCase()
  // A name of more characters is no misspelling, and would take long to compare.
  if (name.length > 64) return undefined
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return ranked[0]?.candidate ?? known.find((candidate) => isBeginning(name, candidate))
}

/** Returns whether an abbreviation such as `inFlight` begins the name. */
function isBeginning(name: string, candidate: string): boolean {
  return name.length >= minBeginningLength && candidate.toLowerCase().startsWith(name)
}

/** Number of characters to insert, delete, replace or swap with their neighbor to turn one text into the other. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) row.push(nextDistance(rows, row, from, to, i, j))
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

function nextDistance(
  rows: readonly (readonly number[])[],
  row: readonly number[],
  from: string,
  to: string,
  i: number,
  j: number,
): number {
  const at = (line: readonly number[] | undefined, index: number) => line?.[index] ?? Number.POSITIVE_INFINITY
  const isSame = from[i - 1] === to[j - 1]
  const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
  return Math.min(
    at(rows[i - 1], j) + 1,
    at(row, j - 1) + 1,
    at(rows[i - 1], j - 1) + (isSame ? 0 : 1),
    isSwap ? at(rows[i - 2], j - 2) + 1 : Number.POSITIVE_INFINITY,
  )
}
