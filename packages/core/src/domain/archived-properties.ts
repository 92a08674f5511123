import type { Properties } from '../model/property.js'

/**
 * Returns the properties that filters of the archives see for a thread: those of the thread, and those of its chat that
 * the thread does not have.
 */
export function archivedProperties(ofThread: Properties, ofChat: Properties): Properties {
  const namespaces = new Set([...Object.keys(ofChat), ...Object.keys(ofThread)])
  const namedIn = (properties: Properties, namespace: string) =>
    Object.hasOwn(properties, namespace) ? properties[namespace] : undefined
  return Object.fromEntries(
    [...namespaces].map((namespace) => {
      return [namespace, { ...namedIn(ofChat, namespace), ...namedIn(ofThread, namespace) }]
    }),
  )
}
