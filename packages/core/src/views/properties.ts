import { readableProperties, type WireProperties } from '../domain/properties.js'
import type { Properties, PropertyLocation } from '../model/property.js'
import type { Viewer } from './viewer.js'

/** Returns the properties that this kind of user may read at the location; the field is absent when there are none. */
export function propertiesView(
  properties: Properties,
  location: PropertyLocation,
  viewer: Viewer,
): { properties?: WireProperties } {
  if (isEmpty(properties)) return {}
  const readable = readableProperties(properties, { location, by: viewer.api }, viewer.catalog)
  return Object.keys(readable).length === 0 ? {} : { properties: readable }
}

function isEmpty(properties: Properties): boolean {
  for (const _namespace in properties) return false
  return true
}
