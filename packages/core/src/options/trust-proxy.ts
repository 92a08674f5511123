import { Type } from 'typebox'
import { parseRange } from '../domain/addresses.js'

const network = Type.Refine(
  Type.String(),
  (text) => parseRange(text) !== undefined,
  () => 'must be an address or a network such as 10.0.0.0/8',
)

/** Schema of the option `trustProxy`. */
export const trustProxy = Type.Union(
  [Type.Integer({ minimum: 0, maximum: 100 }), Type.Immutable(Type.Array(network))],
  { default: 0 },
)
