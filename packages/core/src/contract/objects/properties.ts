import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'
import { id } from './ids.js'

const valueMeaning = { description: 'Value of the property, in the type of the property.' }

export const propertyValue = Type.Union([Type.String(), Type.Integer(), Type.Boolean()], valueMeaning)

const property = spec('chat.md "Other objects", property')

/** Properties in objects and pushes: `{<namespace>: {<name>: {value}}}`. */
export const properties = mapOf(mapOf(Type.Object({ value: propertyValue }, property)))

const requestedValue = Type.Union(
  [boundedString('propertyValueLength'), Type.Integer(), Type.Boolean()],
  valueMeaning,
)

/**
 * Properties in a request: each value is wrapped (`{value}`) or direct (decisions §15). The domain checks whether a
 * property exists and may be set.
 */
export const propertiesRequest = mapOf(
  mapOf(Type.Union([requestedValue, Type.Object({ value: requestedValue }, property)])),
)

/** Requests of `update_chat_properties` and `update_chat_thread_properties`. */
export const chatPropertiesUpdate = Type.Object({ chat_id: id(), properties: propertiesRequest })
export const threadPropertiesUpdate = Type.Object({
  chat_id: id(),
  thread_id: id(),
  properties: propertiesRequest,
})
