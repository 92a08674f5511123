import { Type } from 'typebox'

const origin = Type.Refine(
  Type.String(),
  (text) => URL.canParse(text) && new URL(text).origin === text,
  () => 'must be an origin such as https://example.com',
)

/** Schema of the option `corsOrigins`. */
export const corsOrigins = Type.Union([Type.Literal('*'), Type.Immutable(Type.Array(origin))], {
  default: '*',
})
