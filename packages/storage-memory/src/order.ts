/** Sort key of a row: a number, then a text compared by code units. */
export type SortKey = readonly [number, string]

export function compare([leftNumber, leftText]: SortKey, [rightNumber, rightText]: SortKey): number {
  if (leftNumber !== rightNumber) return leftNumber - rightNumber
  if (leftText === rightText) return 0
  return leftText < rightText ? -1 : 1
}

/** Returns the rows by ascending key. Rows with equal keys keep their order. */
export function sorted<Row>(rows: readonly Row[], sortKeyOf: (row: Row) => SortKey): Row[] {
  return rows.toSorted((left, right) => compare(sortKeyOf(left), sortKeyOf(right)))
}

/** Returns the rows by descending key. */
export function reversed<Row>(rows: readonly Row[], sortKeyOf: (row: Row) => SortKey): Row[] {
  return sorted(rows, sortKeyOf).reverse()
}
