import { Type } from 'typebox'

const unlimited = Number.POSITIVE_INFINITY

export const maxChatsPerCustomer = Type.Refine(
  Type.Unsafe<number>({ default: unlimited }),
  (count) => count === unlimited || (Number.isInteger(count) && count > 0),
  () => 'must be a positive integer',
)
