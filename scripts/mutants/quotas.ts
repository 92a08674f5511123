/**
 * Divides a total in proportion to sizes, with at least `least` for each. The largest remainders get what rounding
 * leaves.
 */
export function shareOut<Name extends string>(
  sizes: ReadonlyMap<Name, number>,
  total: number,
  least: number,
): ReadonlyMap<Name, number> {
  const small = new Set<Name>()
  for (;;) {
    const shares = proportions(sizes, small, total - small.size * least)
    const tooSmall = [...shares].filter(([, share]) => share < least)
    if (tooSmall.length === 0) {
      const rounded = roundedTo(total - small.size * least, shares)
      return new Map([...sizes.keys()].map((name) => [name, rounded.get(name) ?? least]))
    }
    for (const [name] of tooSmall) small.add(name)
  }
}

function proportions<Name extends string>(
  sizes: ReadonlyMap<Name, number>,
  without: ReadonlySet<Name>,
  total: number,
): ReadonlyMap<Name, number> {
  const large = [...sizes].filter(([name]) => !without.has(name))
  const sum = large.reduce((size, [, more]) => size + more, 0)
  return new Map(large.map(([name, size]) => [name, (total * size) / sum]))
}

function roundedTo<Name extends string>(
  total: number,
  shares: ReadonlyMap<Name, number>,
): ReadonlyMap<Name, number> {
  const rounded = new Map([...shares].map(([name, share]) => [name, Math.floor(share)]))
  const missing = total - [...rounded.values()].reduce((sum, share) => sum + share, 0)
  const byRemainder = [...shares].sort(([, one], [, other]) => (other % 1) - (one % 1))
  for (const [name] of byRemainder.slice(0, missing)) rounded.set(name, (rounded.get(name) ?? 0) + 1)
  return rounded
}
