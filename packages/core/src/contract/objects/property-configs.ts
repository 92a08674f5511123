import { type TSchema, Type } from 'typebox'
import { boundedArray, boundedString, documented } from '../limits.js'
import { spec } from '../spec.js'
import { propertyValue } from './properties.js'

// The domain checks whether the parts fit together.

/** Refuses unknown fields: a misspelled `domain` or `range` would be ignored, and every value would be allowed. */
const closed = { additionalProperties: false } as const

const notEmpty = documented({ minProperties: 1 })

const accessMeaning =
  'What agents and customers can do with the property here. At least one of the two must be given.'
const domainMeaning = 'Allowed values. Cannot be combined with `range`.'

const propertyType = Type.Union(
  [Type.Literal('int'), Type.Literal('string'), Type.Literal('bool'), Type.Literal('tokenized_string')],
  { description: 'Type of the values. An `int` has 32 bits; a `tokenized_string` can be searched by words.' },
)

const access = Type.Object(
  {
    read: Type.Boolean({ description: 'Whether they can read it.' }),
    write: Type.Boolean({ description: 'Whether they can write it.' }),
  },
  closed,
)

const ofAgents = { ...access, description: 'What agents can do.' }
const ofCustomers = { ...access, description: 'What customers can do.' }
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
    chat: Type.Optional({
      ...location,
      description: 'Access to the property on chats. Absent when chats cannot have it.',
    }),
    thread: Type.Optional({
      ...location,
      description: 'Access to the property on threads. Absent when threads cannot have it.',
    }),
    event: Type.Optional({
      ...location,
      description: 'Access to the property on events. Absent when events cannot have it.',
    }),
  },
  {
    ...closed,
    ...notEmpty,
    description: 'Where the property can be set. At least one location must be given.',
  },
)

/** A range of values. Both ends are included. */
function rangeOf<Bound extends TSchema>(bound: (description: string) => Bound) {
  return Type.Object(
    {
      from: Type.Optional(bound('Smallest allowed value.')),
      to: Type.Optional(bound('Largest allowed value.')),
    },
    {
      ...closed,
      ...notEmpty,
      description: 'Range of the allowed values of an `int`. Cannot be combined with `domain`.',
    },
  )
}

const int32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 } as const
const requestedValue = Type.Union([Type.Integer(int32), boundedString('propertyValueLength'), Type.Boolean()])

const configuration = spec('configuration.md "Property configuration"')

export const propertyConfigRequest = Type.Object(
  {
    type: propertyType,
    description: Type.Optional(boundedString('nameLength', 0, 'Free text that explains the purpose.')),
    locations: propertyLocations,
    domain: Type.Optional(boundedArray(requestedValue, 'filterValueCount', 1, domainMeaning)),
    range: Type.Optional(rangeOf((description) => Type.Integer({ ...int32, description }))),
  },
  { ...closed, ...configuration, description: 'Configuration of a property, by name.' },
)

export const propertyConfig = Type.Object(
  {
    type: propertyType,
    description: Type.Optional(Type.String({ description: 'Free text that explains the purpose.' })),
    locations: propertyLocations,
    domain: Type.Optional(Type.Array(propertyValue, { description: domainMeaning })),
    range: Type.Optional(rangeOf((description) => Type.Integer({ description }))),
  },
  { ...configuration, description: 'Configuration of a property, by namespace and name.' },
)
