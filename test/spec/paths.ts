import { isMap } from './checks.js'

type Step = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'items' }

/** `chat.threads[].id`: the steps to a value; `[]` goes to each item of a list. */
function stepsOf(path: string): readonly Step[] {
  return path.split('.').flatMap((part): Step[] => {
    const key = part.replaceAll('[]', '')
    const items = (part.length - key.length) / 2
    return [{ kind: 'key', key }, ...Array.from({ length: items }, () => ({ kind: 'items' }) as const)]
  })
}

/** All values there; none where the path ends before. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  return stepsOf(path).reduce<readonly unknown[]>(
    (values, step) => values.flatMap((one) => go(one, step)),
    [value],
  )
}

function go(value: unknown, step: Step): readonly unknown[] {
  if (step.kind === 'items') return Array.isArray(value) ? value : []
  return isMap(value) && step.key in value ? [value[step.key]] : []
}

/** A copy in which the path leads to another value, or to nothing for `undefined`. */
export function withAt(value: object, path: string, replacement: unknown): object {
  const copy: object = structuredClone(value)
  const steps = stepsOf(path)
  const last = steps.at(-1)
  const parents = steps
    .slice(0, -1)
    .reduce<readonly unknown[]>((values, step) => values.flatMap((one) => go(one, step)), [copy])
  for (const parent of parents) {
    if (last?.kind !== 'key' || typeof parent !== 'object' || parent === null) continue
    if (replacement === undefined) Reflect.deleteProperty(parent, last.key)
    else Reflect.set(parent, last.key, replacement)
  }
  return copy
}
