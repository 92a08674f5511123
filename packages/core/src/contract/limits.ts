import { type TSchema, Type } from 'typebox'

/**
 * Bounds on what a request may hold (decisions §6.6, §13), each an option of the engine (`contractLimits`).
 * Lengths count characters, sizes bytes, counts items.
 */
export const contractLimits = {
  eventTextLength: 16_384,
  customIdLength: 256,
  formFieldCount: 50,
  richMessageElementCount: 10,
  richMessageButtonCount: 10,
  customerFieldCount: 100,
  customerFieldKeyLength: 128,
  customerFieldValueLength: 1_024,
  nameLength: 512,
  urlLength: 2_048,
  idLength: 256,
  idCount: 100,
  scopeGroupCount: 100,
  tokenLength: 4_096,
  propertyValueLength: 4_096,
  /** Four bytes each still fit a key of PostgreSQL, which ends at 2,704 bytes. */
  deviceTokenLength: 512,
} as const

export type ContractLimit = keyof typeof contractLimits

/** Keyword that marks which limit a bound of a schema comes from, so that an option can move it. */
export const limitKeyword = 'x-parley-limit'

export function boundedString(limit: ContractLimit, minLength = 0) {
  return Type.String({ minLength, maxLength: contractLimits[limit], [limitKeyword]: limit })
}

export function boundedArray<T extends TSchema>(items: T, limit: ContractLimit, minItems = 0) {
  return Type.Array(items, { minItems, maxItems: contractLimits[limit], [limitKeyword]: limit })
}
