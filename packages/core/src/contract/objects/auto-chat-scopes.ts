import { Type } from 'typebox'
import { boundedArray, boundedString, documented } from '../limits.js'
import { mapOf } from '../record.js'
import { uuid } from './ids.js'
import { propertyValue } from './properties.js'
import { excludedMeaning, propertyFilter, propertyFiltersRequest, valuesMeaning } from './property-filters.js'
import { chatScopes } from './scopes.js'

const matchMeaning = 'Address of a page, or a part of one.'
const matchesMeaning = 'The address must match at least one of these.'
const noMatchMeaning =
  'The address must match none of these. A chat without a page also meets this condition.'

const urlMatchRequest = Type.Object({
  value: boundedString('urlLength', 1, matchMeaning),
  exact_match: Type.Optional(Type.Boolean({ default: false })),
})

/** The domain checks that there is at least one rule, and that the address has exactly one filter type. */
export const autoChatScopesRulesRequest = Type.Object(
  {
    chat_properties: Type.Optional(propertyFiltersRequest),
    customer_url: Type.Optional(
      Type.Object(
        {
          values: Type.Optional(boundedArray(urlMatchRequest, 'filterValueCount', 1, matchesMeaning)),
          exclude_values: Type.Optional(boundedArray(urlMatchRequest, 'filterValueCount', 1, noMatchMeaning)),
        },
        documented({ minProperties: 1, maxProperties: 1 }),
      ),
    ),
  },
  documented({ minProperties: 1 }),
)

const urlMatch = Type.Object({
  value: Type.String({ description: matchMeaning }),
  exact_match: Type.Boolean(),
})

export const autoChatScopes = Type.Object({
  id: uuid('Id of the automatic chat scopes.'),
  description: Type.Optional(Type.String()),
  scopes: chatScopes,
  rules: Type.Object({
    chat_properties: Type.Optional(
      mapOf(
        mapOf(
          Type.Object(
            {
              exists: Type.Optional(Type.Boolean()),
              values: Type.Optional(Type.Array(propertyValue, { description: valuesMeaning })),
              exclude_values: Type.Optional(Type.Array(propertyValue, { description: excludedMeaning })),
            },
            propertyFilter,
          ),
        ),
      ),
    ),
    customer_url: Type.Optional(
      Type.Object({
        values: Type.Optional(Type.Array(urlMatch, { description: matchesMeaning })),
        exclude_values: Type.Optional(Type.Array(urlMatch, { description: noMatchMeaning })),
      }),
    ),
  }),
})
