import type { Properties } from '../model/property.js'

/** What a thread of the archives is filtered by: its own properties, and those of the chat that it does not have. */
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
