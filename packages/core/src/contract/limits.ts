import { type TSchema, Type } from 'typebox'

/**
 * Limits on what a request may contain (decisions §6.6, §13). Hosts can change some of them (option `contractLimits`).
 * Lengths are in characters (Unicode code points).
 */
export const contractLimits = {
  /** Maximum length of the text of a message, form answer or sneak peek, in characters. Default: 16,384. */
  eventTextLength: 16_384,
  /** Maximum length of `custom_id` of an event, in characters. */
  customIdLength: 256,
  /** Maximum number of fields of a form. Default: 50. */
  formFieldCount: 50,
  /** Maximum number of elements of a rich message. Default: 10. */
  richMessageElementCount: 10,
  /** Maximum number of buttons of one element of a rich message. Default: 10. */
  richMessageButtonCount: 10,
  /** Maximum number of `fields` of a customer. Default: 100. */
  customerFieldCount: 100,
  /** Maximum length of the key of a field of a customer, in characters. */
  customerFieldKeyLength: 128,
  /** Maximum length of the value of a field of a customer, in characters. Default: 1,024. */
  customerFieldValueLength: 1_024,
  /** Maximum length of a name, e-mail address, title or label, in characters. */
  nameLength: 512,
  /** Maximum length of the address of a page or an image, in characters. */
  urlLength: 2_048,
  /** Maximum length of an id, in characters. */
  idLength: 256,
  /** Maximum number of ids or events in a list. */
  idCount: 100,
  /** Maximum number of groups in chat scopes, or of groups of an agent. */
  scopeGroupCount: 100,
  /** Maximum number of actions of a bot's webhooks, or of kinds of additional data of a webhook. */
  webhookActionCount: 50,
  /** Maximum length of the search words for the archives, in characters. */
  searchQueryLength: 256,
  /** Maximum length of an access token, in characters. */
  tokenLength: 4_096,
  /** Maximum length of a text as the value of a property, in characters. Default: 4,096. */
  propertyValueLength: 4_096,
  /** Maximum number of values of a property filter or domain, or of pages in a filter. */
  filterValueCount: 100,
  // Even with four bytes per character, a token fits into a key of PostgreSQL, whose limit is 2,704 bytes.
  /** Maximum length of the token of a device for push notifications, in characters. */
  deviceTokenLength: 512,
  /** Maximum length of the push subscription of a browser, as JSON, in characters (decisions §16.25). */
  webSubscriptionLength: 2_048,
} as const

/** Name of a limit on the content of a request. */
export type ContractLimit = keyof typeof contractLimits

/** Keyword that names the limit behind a bound of a schema, so that an option can change the bound. */
export const limitKeyword = 'x-parley-limit'

/** Keyword that describes a text with `pattern`. It completes the sentence "must be", as in `a path such as chat`. */
export const formKeyword = 'x-parley-form'

/** Keyword for rules that the domain checks, in terms of JSON Schema. Used only in documents. */
export const documentKeyword = 'x-parley-document'

/** Rules of the domain that JSON Schema can express. */
export interface DocumentedRules {
  /** Fields that the specification requires, but whose absence is accepted. */
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly propertyNames?: { readonly minLength?: number; readonly maxLength: number }
  readonly pattern?: string
  /** Format of a text: a day or an address. */
  readonly format?: 'date' | 'uri'
}

/**
 * Describes rules that the domain checks, for tools that read the contract. The validator ignores them, because the
 * domain has better error messages.
 */
export function documented(rules: DocumentedRules) {
  return { [documentKeyword]: rules }
}

/**
 * Returns the schema of a text with a length limit. `description` is needed when `field-meanings.ts` does not describe
 * the field.
 */
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
