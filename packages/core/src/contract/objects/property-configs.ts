import { type TSchema, Type } from 'typebox'
import { boundedArray, boundedString, documented } from '../limits.js'
import { spec } from '../spec.js'
import { propertyValue } from './properties.js'

// The domain checks whether the parts fit together.

/** Refuses unknown fields: a misspelled `domain` or `range` would be ignored, and every value would be allowed. */
const closed = { additionalProperties: false } as const

const notEmpty = documented({ minProperties: 1 })

const accessMeaning = 'What the users of each kind may do with it there: of one kind at least.'
const domainMeaning = 'The values that it can have; there is no `range` then.'

const propertyType = Type.Union(
  [Type.Literal('int'), Type.Literal('string'), Type.Literal('bool'), Type.Literal('tokenized_string')],
  { description: 'What its values are; `int`: of 32 bits, `tokenized_string`: searched by words.' },
)

const access = Type.Object(
  {
    read: Type.Boolean({ description: 'Whether they can read it.' }),
    write: Type.Boolean({ description: 'Whether they can write it.' }),
  },
  closed,
)

const ofAgents = { ...access, description: 'What agents may do.' }
const ofCustomers = { ...access, description: 'What customers may do.' }
const location = Type.Object(
  {
    access: Type.Object(
      { agent: Type.Optional(ofAgents), customer: Type.Optional(ofCustomers) },
      { ...closed, ...notEmpty, description: accessMeaning },
    ),
  },
  { ...closed, ...spec('configuration.md "Property configuration", location') },
)

export const propertyLocations = Type.Object(
  {
    chat: Type.Optional({ ...location, description: 'Whether chats have it.' }),
    thread: Type.Optional({ ...location, description: 'Whether threads have it.' }),
    event: Type.Optional({ ...location, description: 'Whether events have it.' }),
  },
  { ...closed, ...notEmpty, description: 'Where it can be: one place at least.' },
)

/** A range of values. Both ends are included. */
function rangeOf<Bound extends TSchema>(bound: (description: string) => Bound) {
  return Type.Object(
    {
      from: Type.Optional(bound('The smallest of the values that it can have.')),
      to: Type.Optional(bound('The largest of them.')),
    },
    { ...closed, ...notEmpty, description: 'The values that an `int` can have; there is no `domain` then.' },
  )
}

const int32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 } as const
const requestedValue = Type.Union([Type.Integer(int32), boundedString('propertyValueLength'), Type.Boolean()])

const configuration = spec('configuration.md "Property configuration"')

export const propertyConfigRequest = Type.Object(
  {
    type: propertyType,
    description: Type.Optional(
      boundedString('nameLength', 0, 'What it is for, in words of who configures it.'),
    ),
    locations: propertyLocations,
    domain: Type.Optional(boundedArray(requestedValue, 'filterValueCount', 1, domainMeaning)),
    range: Type.Optional(rangeOf((description) => Type.Integer({ ...int32, description }))),
  },
  { ...closed, ...configuration, description: 'A property, by its name.' },
)

export const propertyConfig = Type.Object(
  {
    type: propertyType,
    description: Type.Optional(
      Type.String({ description: 'What it is for, in words of who configured it.' }),
    ),
    locations: propertyLocations,
    domain: Type.Optional(Type.Array(propertyValue, { description: domainMeaning })),
    range: Type.Optional(rangeOf((description) => Type.Integer({ description }))),
  },
  { ...configuration, description: 'A property, by its namespace and its name.' },
)
