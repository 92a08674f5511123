import { findFieldMeaning } from '../../packages/core/src/contract/field-meanings.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { table } from '../markdown.js'
import { requiredIn } from './json-schema.js'
import { nameOf } from './named-objects.js'
import { boundsText, isFile, type LinkOf, typeText } from './types.js'

/** Location of a page, for its links to other pages. */
export interface Place {
  /** Relative path from the page to docs/reference/, such as `../`. */
  readonly toReference: string
}

export function linkFrom({ toReference }: Place): LinkOf {
  return (name) => `[${name}](${toReference}objects.md#${name.toLowerCase()})`
}

export interface Row {
  readonly path: string
  readonly shape: Shape
  readonly isRequired: boolean
  readonly meaning: string
}

/**
 * Returns the fields of an object as tables. Nested objects follow, except those with a name, which have their own
 * section elsewhere.
 */
export function fieldTables(shape: Shape, place: Place, kind: 'request' | 'answer'): readonly string[] {
  const { anyOf = [] } = shape
  if (anyOf.length > 0) {
    const names = anyOf.map((branch) => nameOf(branch)).filter((name) => name !== undefined)
    const areNamed = names.length === anyOf.length
    return areNamed ? [`One of ${names.map(linkFrom(place)).join(', ')}.`] : unionTables(anyOf, place, kind)
  }
  const rows = rowsOfObject(shape)
  return rows.length === 0 ? [] : rowTable(rows, place, kind)
}

function rowTable(rows: readonly Row[], place: Place, kind: 'request' | 'answer'): readonly string[] {
  const linkOf = linkFrom(place)
  const isBounded = kind === 'request'
  const head = [
    'Field',
    'Type',
    ...(isBounded ? ['Required', 'Default', 'Bounds'] : ['Always present']),
    'Meaning',
  ]
  return table(
    head,
    rows.map(({ path, shape, isRequired, meaning }) => {
      const presence = isRequired ? 'yes' : 'no'
      const bounds = isBounded
        ? [presence, defaultText(shape), boundsText(shape, optionsPage(place))]
        : [presence]
      return [`\`${path}\``, typeText(shape, linkOf), ...bounds, meaning]
    }),
  )
}

/** Returns the tables of objects that differ by `type`: first the common fields, then those of each type. */
function unionTables(
  branches: readonly Shape[],
  place: Place,
  kind: 'request' | 'answer',
): readonly string[] {
  const all = branches.map((branch) => rowsOf(branch, ''))
  const [first = [], ...others] = all
  const isShared = (row: Row) => others.every((rows) => rows.some((other) => isSame(row, other)))
  const shared = first.filter((row) => row.path !== 'type' && isShared(row))
  const own = branches.flatMap((branch, index) => {
    const rows = (all[index] ?? []).filter((row) => !shared.some((other) => isSame(row, other)))
    const type = String(branch.properties?.type?.const ?? '')
    return ['', `With \`type\` \`${type}\`:`, '', ...rowTable(rows, place, kind)]
  })
  return [...(shared.length > 0 ? rowTable(shared, place, kind) : []), ...own]
}

function isSame(one: Row, other: Row): boolean {
  return one.path === other.path && JSON.stringify(one.shape) === JSON.stringify(other.shape)
}

/** Returns the rows of an object's fields, or of the values of a map. */
export function rowsOfObject(shape: Shape): readonly Row[] {
  const [value] = Object.values(shape.patternProperties ?? {})
  return value === undefined ? rowsOf(shape, '') : rowsOfMap(value, '*')
}

/** Returns the rows of a map's values. A named object is one row, because it is described elsewhere. */
function rowsOfMap(shape: Shape, path: string): readonly Row[] {
  const [value] = Object.values(shape.patternProperties ?? {})
  if (value !== undefined) return rowsOfMap(value, `${path}.*`)
  if (nameOf(shape) === undefined) return rowsWithin(shape, path)
  return [{ path, shape, isRequired: false, meaning: shape.description ?? '' }]
}

function rowsOf(owner: Shape, parent: string): readonly Row[] {
  const { properties = {} } = owner
  const required = requiredIn(owner)
  return Object.entries(properties).flatMap(([name, shape]) => {
    if (shape.not !== undefined) return []
    const path = `${parent}${name}`
    const meaning = findFieldMeaning(name, shape) ?? ''
    return [{ path, shape, isRequired: required.includes(name), meaning }, ...rowsWithin(shape, path)]
  })
}

function rowsWithin(shape: Shape, path: string): readonly Row[] {
  if (nameOf(shape) !== undefined || isFile(shape)) return []
  if (shape.items !== undefined) return rowsWithin(shape.items, `${path}[]`)
  const [value] = Object.values(shape.patternProperties ?? {})
  if (value !== undefined) return rowsWithin(value, `${path}.*`)
  const branches = (shape.anyOf ?? []).flatMap((branch) => rowsWithin(branch, path))
  return [...rowsOf(shape, `${path}.`), ...withoutTwins(branches)]
}

/** Removes repeated rows, because branches of a union share fields. */
function withoutTwins(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row, index) => rows.findIndex(({ path }) => path === row.path) === index)
}

function defaultText(shape: Shape): string {
  const value = 'default' in shape ? shape.default : undefined
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``
}

function optionsPage({ toReference }: Place): string {
  return `${toReference}../options-reference.md`
}
