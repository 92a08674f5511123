import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

/** Returns the value at a path of keys and indices, such as `chat.users.0.id`. Fails when there is none. */
export function at(value: unknown, path: string): unknown {
  let present = value
  for (const key of path.split('.')) {
    assert.ok(isObject(present) && key in present, `nothing at ${path} of ${JSON.stringify(value)}`)
    present = present[key]
  }
  return present
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  assert.ok(typeof found === 'string', `no text at ${path} of ${JSON.stringify(value)}`)
  return found
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  assert.ok(Array.isArray(found), `no list at ${path} of ${JSON.stringify(value)}`)
  return found
}

/** Placeholder in an expected value that accepts every value of a kind, such as any identifier. */
export class Some {
  readonly what: string
  readonly holds: (value: unknown) => boolean

  constructor(what: string, holds: (value: unknown) => boolean) {
    this.what = what
    this.holds = holds
  }
}

export const someId = new Some('an id', (value) => typeof value === 'string' && value !== '')
/** Accepts Unix time in seconds; the bounds rule out milliseconds and fractions. */
export const someSeconds = new Some('Unix seconds', (value) => isWhole(value, 1e9, 1e10))
export const someNumber = new Some('a whole number', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER))
export const someText = new Some('a text', (value) => typeof value === 'string')

export function someTextLike(pattern: RegExp): Some {
  return new Some(`a text like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value))
}

/** Asserts that `actual` deeply equals `expected`, where a `Some` accepts every value of its kind. */
export function assertLike(actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, settled(actual, expected))
}

/** Returns whether `actual` deeply equals `expected`, where a `Some` accepts every value of its kind. */
export function isLike(actual: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(actual, settled(actual, expected))
}

/**
 * Returns `expected` with each `Some` replaced by the actual value when it accepts that, or by its description
 * otherwise.
 */
function settled(actual: unknown, expected: unknown): unknown {
  if (expected instanceof Some) return expected.holds(actual) ? actual : expected.what
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = Array.isArray(actual) ? actual : []
    return expected.map((item, index) => settled(items[index], item))
  }
  if (!isObject(expected)) return expected
  const fields = isObject(actual) ? actual : {}
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, settled(fields[key], value)]),
  )
}

function isWhole(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}

/** Returns whether the value is an object or a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
