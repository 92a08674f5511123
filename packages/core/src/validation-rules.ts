/**
 * Every rule that a request can break, with one sentence for the reference. The name of the broken rule is
 * `data.rule` of each `validation` error, so that a client branches on it and not on the message.
 */
export const validationRules = {
  required: 'The field is missing, or none of several fields is given of which one is needed.',
  unknown_field: 'There is no field of this name.',
  wrong_type: 'The value has another type than the field takes.',
  wrong_value: 'The value is not one of those that the field takes.',
  wrong_format: 'The text does not have the form that the field takes, such as a date or an address.',
  malformed: 'The request cannot be read: it is incomplete, or not valid JSON, UTF-8 or multipart/form-data.',
  empty: 'The field is given, and there is nothing in it.',
  too_short: 'The text has fewer characters than `limit`.',
  too_long: 'The text, or a key, has more characters or bytes than `limit`.',
  too_few: 'The list has fewer items than `limit`.',
  too_many: 'The list, the object or the request has more parts than `limit`.',
  too_low: 'The number is below `limit`.',
  too_high: 'The number is above `limit`.',
  too_large: 'The value, or what it would be added to, has more bytes than `limit`.',
  too_deep: 'The value is nested deeper than `limit` levels.',
  not_allowed: 'The field, the value or the action is not allowed here, or not for this caller.',
  unsupported: 'The server does not take requests of this kind at this address.',
  not_found: 'The value matches nothing that exists, or nothing that the caller may see.',
  duplicate: 'The same thing is given twice in one request.',
  already_exists: 'Something else already has this value.',
  conflicts_with: 'The field cannot be used together with another field of the request.',
  wrong_order: 'The beginning of a span comes after its end.',
  limit_reached: 'The request would make more than `limit` of something, such as webhooks of a license.',
  reserved: 'The name belongs to the server.',
  cannot_change: 'The value was set before, and must stay as it is.',
  not_public: 'The address does not belong to the public internet.',
  not_active: 'The chat has no active thread, or the named thread is not the active one.',
  details_required: 'The customer has to send details first, with `update_customer`.',
  wrong_state: 'The request does not apply to the present state, such as a second `login`.',
  key_reused: 'The idempotency key was used before with another payload.',
} as const

/** The name of a rule that a request broke. */
export type ValidationRule = keyof typeof validationRules

/** The `data` of a `validation` error: which field broke which rule. */
export type ValidationData = {
  /**
   * The field, as the caller names it: `payload.event.text`, `payload.agent_ids[2]`, `license_id` of the address, the
   * header `Content-Type`, or `agentId` for an argument of `admin`. `request` is the whole body or message.
   */
  readonly path: string
  readonly rule: ValidationRule
  /** The bound that was passed, where the rule has one. Characters, bytes, items or a number: the rule says which. */
  readonly limit?: number
}
