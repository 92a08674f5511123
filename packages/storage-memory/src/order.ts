/** Where a row stands in a list: by the number, ties by the text, in code units. */
export type Place = readonly [number, string]

export function compare([leftNumber, leftText]: Place, [rightNumber, rightText]: Place): number {
  if (leftNumber !== rightNumber) return leftNumber - rightNumber
  if (leftText === rightText) return 0
  return leftText < rightText ? -1 : 1
}

/** The lowest place first. Rows of equal places stay in their order. */
export function sorted<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): Row[] {
  return rows.toSorted((left, right) => compare(placeOf(left), placeOf(right)))
}

/** The highest place first. */
export function reversed<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): Row[] {
  return sorted(rows, placeOf).reverse()
}
