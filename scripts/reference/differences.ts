import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { linkFrom, type Place, type Row, rowsOfObject } from './field-tables.js'
import { typeText } from './types.js'

/** Returns one line for each field in which an older version of an object differs from the newest. */
export function differences(newest: Shape, older: Shape, place: Place): readonly string[] {
  if (JSON.stringify(newest) === JSON.stringify(older)) return []
  const before = rowsOfObject(newest)
  const after = rowsOfObject(older)
  const type = ({ shape }: Row) => typeText(shape, linkFrom(place))
  const missing = topmost(before.filter((row) => find(after, row) === undefined))
  const added = topmost(after.filter((row) => find(before, row) === undefined))
  const changed = after.flatMap((row) => {
    const other = find(before, row)
    return other === undefined || type(other) === type(row) ? [] : [{ row, other }]
  })
  return [
    ...missing.map(({ path }) => `without \`${path}\``),
    ...added.map((row) => `with \`${row.path}\`: ${type(row)}. ${row.meaning}`),
    ...changed.map(({ row, other }) => `\`${row.path}\` is ${type(row)} instead of ${type(other)}`),
  ]
}

/** Returns each different line once, with the versions that it applies to. */
export function linesByVersions(
  lines: readonly (readonly [version: string, line: string])[],
): readonly string[] {
  const different = [...new Set(lines.map(([, line]) => line))]
  return different.map((line) => {
    const versions = lines.filter(([, other]) => other === line).map(([version]) => version)
    return `- ${versions.toSorted().join(', ')}: ${line}`
  })
}

function find(rows: readonly Row[], { path }: Row): Row | undefined {
  return rows.find((row) => row.path === path)
}

/** Returns the rows that are not below another row. */
function topmost(rows: readonly Row[]): readonly Row[] {
  const isBelow = (path: string) =>
    rows.some((row) => path.startsWith(`${row.path}.`) || path.startsWith(`${row.path}[`))
  return rows.filter(({ path }) => !isBelow(path))
}
