import { Type } from 'typebox'

const key = Type.Refine(
  Type.String(),
  (text) => /^[A-Za-z0-9+/_-]{43}=?$/.test(text),
  () => 'must be 32 bytes as base64, such as openssl rand -base64 32 makes',
)

/** Schema of the option `encryptionKeys`. */
export const encryptionKeys = Type.Immutable(Type.Array(key, { maxItems: 10, default: [] }))
