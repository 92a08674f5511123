import { Type } from 'typebox'
import { boundedString, contractLimits, limitKeyword } from '../limits.js'
import { mapOf } from '../record.js'

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
    }),
  ),
}

export const customerDetailsRequest = Type.Object({
  ...details,
  monitoring: Type.Optional(Type.Object({ page: Type.Optional(Type.Object(page)), timezone })),
})

/** At `login` the page may also name its referrer. */
export const customerLoginDetailsRequest = Type.Object({
  ...details,
  monitoring: Type.Optional(
    Type.Object({
      page: Type.Optional(Type.Object({ ...page, referrer: Type.Optional(boundedString('urlLength')) })),
      timezone,
    }),
  ),
})
