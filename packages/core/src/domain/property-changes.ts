import type { Properties, PropertyValue } from '../model/property.js'

/** Those of `given` that `before` has not, or with another value; `undefined`: none. */
export function changedProperties(before: Properties, given: Properties): Properties | undefined {
  const changed: Record<string, Record<string, PropertyValue>> = {}
  for (const [namespace, named] of Object.entries(given)) {
    const others = Object.entries(named).filter(([name, value]) => before[namespace]?.[name] !== value)
    if (others.length > 0) changed[namespace] = Object.fromEntries(others)
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** All of `before`, but for what `changed` has too. */
export function mergedProperties(before: Properties, changed: Properties): Properties {
  const merged: Record<string, Readonly<Record<string, PropertyValue>>> = { ...before }
  for (const [namespace, named] of Object.entries(changed)) {
    merged[namespace] = { ...before[namespace], ...named }
  }
  return merged
}
