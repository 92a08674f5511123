/** Returns the value at a path such as `chat.thread.id`, or `undefined` when there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined
  }, value)
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  if (typeof found !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(value)}`)
  return found
}

export function numberAt(value: unknown, path: string): number {
  const found = at(value, path)
  if (typeof found !== 'number') throw new Error(`no number at ${path} of ${JSON.stringify(value)}`)
  return found
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  if (!Array.isArray(found)) throw new Error(`no list at ${path} of ${JSON.stringify(value)}`)
  return found
}
