import type { Properties, PropertyValue } from '../model/property.js'

/**
 * Returns the properties of `given` that are new or have another value than in `before`, or `undefined` when there are
 * none.
 */
export function changedProperties(before: Properties, given: Properties): Properties | undefined {
  const changed: Record<string, Record<string, PropertyValue>> = {}
  for (const [namespace, named] of Object.entries(given)) {
    const others = Object.entries(named).filter(([name, value]) => before[namespace]?.[name] !== value)
    if (others.length > 0) changed[namespace] = Object.fromEntries(others)
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** Returns the properties of `before`, with those of `changed` added or replaced. */
export function mergedProperties(before: Properties, changed: Properties): Properties {
  const merged: Record<string, Readonly<Record<string, PropertyValue>>> = { ...before }
  for (const [namespace, named] of Object.entries(changed)) {
    merged[namespace] = { ...before[namespace], ...named }
  }
  return merged
}
