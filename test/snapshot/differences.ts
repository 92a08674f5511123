import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../model/known.js'

/** A place where the state that a client keeps differs from what is read. A missing value is `undefined`. */
export interface Difference {
  readonly path: readonly string[]
  readonly folded: unknown
  readonly fresh: unknown
}

/**
 * Returns the smallest values that differ. Items with an id are matched by it, because clients sort by `order` and do
 * not sort users.
 */
export function differences(folded: unknown, fresh: unknown, path: readonly string[] = []): Difference[] {
  if (isDeepStrictEqual(folded, fresh)) return []
  const [one, other] = [partsOf(folded), partsOf(fresh)]
  if (one === undefined || other === undefined || isAnotherLength(folded, fresh)) {
    return [{ path, folded, fresh }]
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].flatMap((key) => differences(one[key], other[key], [...path, key]))
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isRecord(value)) return value
  if (!Array.isArray(value)) return undefined
  const parts = value.map((one, index): [string, unknown] => [idOf(one) ?? String(index), one])
  return Object.fromEntries(parts)
}

/** Returns whether two lists without ids differ in length. */
function isAnotherLength(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length === other.length) return false
  return [...one, ...other].every((part) => idOf(part) === undefined)
}

function idOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.id === 'string' ? value.id : undefined
}
