import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

/** What is there, by names and indices: `chat.users.0.id`. */
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

/** Stands for values of which a case knows what they are like, and not which. */
export class Some {
  readonly what: string
  readonly holds: (value: unknown) => boolean

  constructor(what: string, holds: (value: unknown) => boolean) {
    this.what = what
    this.holds = holds
  }
}

export const someId = new Some('an id', (value) => typeof value === 'string' && value !== '')
/** Unix seconds of these years: neither milliseconds nor fractions. */
export const someSeconds = new Some('Unix seconds', (value) => isWhole(value, 1e9, 1e10))
export const someNumber = new Some('a whole number', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER))
export const someText = new Some('a text', (value) => typeof value === 'string')

export function someTextLike(pattern: RegExp): Some {
  return new Some(`a text like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value))
}

/** The same, with all of its keys and no others, but for what is `Some`. */
export function assertLike(actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, settled(actual, expected))
}

/** Whether it is. */
export function isLike(actual: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(actual, settled(actual, expected))
}

/** With what is there in place of what is `Some`, where it is of that kind. */
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

/** A list is one too, whose keys are the indices. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
