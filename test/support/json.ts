import assert from 'node:assert/strict'

/** Returns the value at a dotted path, e.g. `chat.thread.events.0.id`. Fails the test when there is none. */
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
  assert.ok(typeof found === 'string', `${path} is not a string in ${JSON.stringify(value)}`)
  return found
}

export function numberAt(value: unknown, path: string): number {
  const found = at(value, path)
  assert.ok(typeof found === 'number', `${path} is not a number in ${JSON.stringify(value)}`)
  return found
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  assert.ok(Array.isArray(found), `${path} is not a list in ${JSON.stringify(value)}`)
  return found
}

export function has(value: unknown, key: string): boolean {
  return isObject(value) && key in value
}

/** Returns whether the value is an object or a list. A list is an object whose keys are its indices. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
