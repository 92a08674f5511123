import { Type } from 'typebox'
import { boundedArray, boundedString, documented } from '../limits.js'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'

const filterValue = Type.Union([boundedString('propertyValueLength'), Type.Integer(), Type.Boolean()])

export const valuesMeaning = 'The property must have one of these values.'
export const excludedMeaning =
  'The property must have none of these values. A missing property also meets this condition.'

export const propertyFilter = spec('chat.md "Agent API actions", filter of a property')

/**
 * Filters by namespace and name. The domain checks that each property has one filter type, and that the values have the
 * type of the property.
 */
export const propertyFiltersRequest = mapOf(
  mapOf(
    Type.Object(
      {
        exists: Type.Optional(Type.Boolean()),
        values: Type.Optional(boundedArray(filterValue, 'filterValueCount', 0, valuesMeaning)),
        exclude_values: Type.Optional(boundedArray(filterValue, 'filterValueCount', 0, excludedMeaning)),
      },
      {
        additionalProperties: false,
        ...documented({ minProperties: 1, maxProperties: 1 }),
        ...propertyFilter,
      },
    ),
  ),
)
