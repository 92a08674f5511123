/** Sort key of a row: a number, then a text compared by code units. */
export type Place = readonly [number, string]

export function compare([leftNumber, leftText]: Place, [rightNumber, rightText]: Place): number {
  if (leftNumber !== rightNumber) return leftNumber - rightNumber
  if (leftText === rightText) return 0
  return leftText < rightText ? -1 : 1
}

/** Returns the rows by ascending key. Rows with equal keys keep their order. */
export function sorted<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): Row[] {
  return rows.toSorted((left, right) => compare(placeOf(left), placeOf(right)))
}

/** Returns the rows by descending key. */
export function reversed<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): Row[] {
  return sorted(rows, placeOf).reverse()
}
