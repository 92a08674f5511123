import { Type } from 'typebox'
import { boundedString, contractLimits, documented, limitKeyword } from '../limits.js'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'

const page = {
  url: boundedString('urlLength', 1, 'Address of the page.'),
  title: Type.Optional(boundedString('nameLength', 0, 'Title of the page.')),
}

const timezone = Type.Optional(boundedString('nameLength'))

const details = {
  name: Type.Optional(boundedString('nameLength', 0, 'Name of the customer.')),
  email: Type.Optional(boundedString('nameLength', 0, 'E-mail address of the customer.')),
  fields: Type.Optional(
    mapOf(boundedString('customerFieldValueLength'), {
      maxProperties: contractLimits.customerFieldCount,
      [limitKeyword]: 'customerFieldCount',
      ...documented({ propertyNames: { maxLength: contractLimits.customerFieldKeyLength } }),
    }),
  ),
}

const monitoring = Type.Optional(Type.Object({ page: Type.Optional(Type.Object(page)), timezone }))

export const customerDetailsRequest = Type.Object({ ...details, monitoring })

/** The details themselves, or nested as in `login`. The domain checks that both forms are not mixed. */
export const customerUpdateRequest = Type.Object({
  ...details,
  monitoring,
  customer: Type.Optional({
    ...customerDetailsRequest,
    description: 'The same details, nested as in `login`. Use either this field or the fields beside it.',
    ...spec('decisions §6.15'),
  }),
})

/** Details at `login`, where the page may also name its referrer. */
export const customerLoginDetailsRequest = Type.Object({
  ...details,
  monitoring: Type.Optional(
    Type.Object({
      page: Type.Optional(Type.Object({ ...page, referrer: Type.Optional(boundedString('urlLength')) })),
      timezone,
    }),
  ),
})
