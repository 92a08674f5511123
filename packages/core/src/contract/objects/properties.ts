import { Type } from 'typebox'
import { boundedString } from '../limits.js'
import { mapOf } from '../record.js'

export const propertyValue = Type.Union([Type.String(), Type.Integer(), Type.Boolean()])

/** `{<namespace>: {<name>: {value}}}`, as objects and pushes carry properties. */
export const properties = mapOf(mapOf(Type.Object({ value: propertyValue })))

const requestedValue = Type.Union([boundedString('propertyValueLength'), Type.Integer(), Type.Boolean()])

/**
 * Properties in a request: each value wrapped (`{value}`) or direct (decisions §15). Whether a property
 * exists, and may be set here, is a rule of the domain.
 */
export const propertiesRequest = mapOf(
  mapOf(Type.Union([requestedValue, Type.Object({ value: requestedValue })])),
)
