import { type TSchema, Type } from 'typebox'

/**
 * Bounds on what a request may hold (decisions §6.6, §13), each an option of the engine (`contractLimits`).
 * Lengths count characters, sizes bytes, counts items.
 */
export const contractLimits = {
  /** Text of a message, of an answer in a form, or of a sneak peek. */
  eventTextLength: 16_384,
  /** `custom_id` of an event. */
  customIdLength: 256,
  /** Fields of a form. */
  formFieldCount: 50,
  /** Elements of a rich message. */
  richMessageElementCount: 10,
  /** Buttons of an element of a rich message. */
  richMessageButtonCount: 10,
  /** `fields` of a customer. */
  customerFieldCount: 100,
  /** Key of a field of a customer. */
  customerFieldKeyLength: 128,
  /** Value of a field of a customer. */
  customerFieldValueLength: 1_024,
  /** Name, e-mail address, title or label. */
  nameLength: 512,
  /** Address of a page or an image. */
  urlLength: 2_048,
  /** Id. */
  idLength: 256,
  /** Ids or events in a list. */
  idCount: 100,
  /** Groups that a chat is shown to, or that an agent is in. */
  scopeGroupCount: 100,
  /** Actions that a bot hears of, or what a webhook is sent beside the push. */
  webhookActionCount: 50,
  /** Words to look for in the archives. */
  searchQueryLength: 256,
  /** Access token. */
  tokenLength: 4_096,
  /** Text that is the value of a property. */
  propertyValueLength: 4_096,
  /** Values that a property is looked for by, or can have, or pages that a customer is on. */
  filterValueCount: 100,
  // Four bytes each still fit a key of PostgreSQL, which ends at 2,704 bytes.
  /** Token of a device that push notifications go to. */
  deviceTokenLength: 512,
  /** Push subscription of a browser, as JSON; its bytes are bounded too (decisions §16.25). */
  webSubscriptionLength: 2_048,
} as const

export type ContractLimit = keyof typeof contractLimits

/** Keyword that marks which limit a bound of a schema comes from, so that an option can move it. */
export const limitKeyword = 'x-parley-limit'

/** Keyword that says what a text with `pattern` is, to go on from "must be": `a path such as chat`. */
export const formKeyword = 'x-parley-form'

/** Keyword for what the domain checks of a schema, in words of JSON Schema, for documents alone. */
export const documentKeyword = 'x-parley-document'

/** What JSON Schema can say of a rule of the domain. */
export interface DocumentedRules {
  /** Fields that the specification requires, and whose absence is accepted all the same. */
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly propertyNames?: { readonly minLength?: number; readonly maxLength: number }
  readonly pattern?: string
  /** Of a text: a day, or an address. */
  readonly format?: 'date' | 'uri'
}

/** Tells tools that read the contract what the domain checks. The validator leaves it to the domain, whose errors say more. */
export function documented(rules: DocumentedRules) {
  return { [documentKeyword]: rules }
}

/** `description`: what it means, where the name of its field does not tell (`field-meanings.ts`). */
export function boundedString(limit: ContractLimit, minLength = 0, description?: string) {
  const bounds = { minLength, maxLength: contractLimits[limit], [limitKeyword]: limit }
  return Type.String(description === undefined ? bounds : { ...bounds, description })
}

export function boundedArray<T extends TSchema>(
  items: T,
  limit: ContractLimit,
  minItems = 0,
  description?: string,
) {
  const bounds = { minItems, maxItems: contractLimits[limit], [limitKeyword]: limit }
  return Type.Array(items, description === undefined ? bounds : { ...bounds, description })
}
