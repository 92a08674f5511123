import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../model/known.js'

/** Where what was folded is not what is read; `undefined` where there is nothing. */
export interface Difference {
  readonly path: readonly string[]
  readonly folded: unknown
  readonly fresh: unknown
}

/** The smallest values that differ. What has an id is looked up by it: a client sorts by `order`, and users not at all. */
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

/** Of lists in which nothing has an id. */
function isAnotherLength(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length === other.length) return false
  return [...one, ...other].every((part) => idOf(part) === undefined)
}

function idOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.id === 'string' ? value.id : undefined
}
