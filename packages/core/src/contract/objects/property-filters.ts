import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { mapOf } from '../record.js'

const filterValue = Type.Union([boundedString('propertyValueLength'), Type.Integer(), Type.Boolean()])

export const valuesMeaning = 'The property has one of these values.'
export const excludedMeaning = 'The property has none of these values, or is not there.'

/**
 * `<namespace>.<name>.<filter_type>` (spec chat.md "get_archives"). That a property has one filter type, and of the values
 * the types that its definition asks for, are rules of the domain.
 */
export const propertyFiltersRequest = mapOf(
  mapOf(
    Type.Object(
      {
        exists: Type.Optional(Type.Boolean()),
        values: Type.Optional(boundedArray(filterValue, 'filterValueCount', 0, valuesMeaning)),
        exclude_values: Type.Optional(boundedArray(filterValue, 'filterValueCount', 0, excludedMeaning)),
      },
      { additionalProperties: false },
    ),
  ),
)
