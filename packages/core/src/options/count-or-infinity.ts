import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'

const unlimited = Number.POSITIVE_INFINITY

/** An option that is a positive integer, or `Infinity` for no limit, which is the default. */
export const countOrInfinity = Type.Refine(
  Type.Unsafe<number>({ default: unlimited, [formKeyword]: 'a positive integer or `Infinity`' }),
  (count) => count === unlimited || (Number.isInteger(count) && count > 0),
  () => 'must be a positive integer or Infinity',
)
