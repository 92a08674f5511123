import { Type } from 'typebox'

const unlimited = Number.POSITIVE_INFINITY

/** An option that is a positive integer, or `Infinity` for no limit, which is the default. */
export const countOrInfinity = Type.Refine(
  Type.Unsafe<number>({ default: unlimited }),
  (count) => count === unlimited || (Number.isInteger(count) && count > 0),
  () => 'must be a positive integer or Infinity',
)
