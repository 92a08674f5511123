import { type ActionContract, schemaFor } from '../../packages/core/src/contract/define.js'
import type { ErrorType } from '../../packages/core/src/errors.js'
import { fieldsIn } from '../../packages/core/test/schemas.js'
import { newestOf } from './entries.js'

/** Returns when an action answers with an error, in words; `undefined` means never. */
type When = (action: ActionContract) => string | undefined

const always =
  (text: string): When =>
  () =>
    text
const never: When = () => undefined
const forCustomers =
  (text: string): When =>
  ({ api }) =>
    api === 'customer' ? text : undefined

/** Conditions of each error (spec chat.md "Errors", decisions §2). */
const when: Readonly<Record<ErrorType, When>> = {
  validation: ({ api }) =>
    api === 'configuration'
      ? 'A field is missing or wrong, an id names nothing, or there is no room for more: `message` says where'
      : 'A field is missing or wrong, an id names nothing, or the chat is in no state for it: `message` says where',
  unsupported_version: always('The version in the address is none of the API'),
  authentication: always('The token is missing, unknown, expired, revoked, or of the other API'),
  license_expired: always('The license has ended'),
  authorization: whenUnauthorized,
  customer_banned: forCustomers('The customer is banned'),
  license_not_found: forCustomers('`license_id` names no license'),
  not_found: never,
  method_not_allowed: never,
  request_timeout: always('Nobody could answer within 15 seconds; nothing is half-done'),
  entity_too_large: always('The request, or what it asks for, is too large'),
  too_many_requests: always('The caller asks too often: `Retry-After` says when to ask again'),
  internal: always('A failure of the service, which is logged'),
  service_unavailable: always('The service goes down, or its storage is away: try again'),
}

/** Returns the errors that an action can answer with, in the order of the error table. */
export function errorsOf(action: ActionContract): readonly (readonly [type: ErrorType, when: string])[] {
  const types = Object.keys(when) as ErrorType[]
  return types.flatMap((type) => {
    const text = when[type](action)
    return text === undefined ? [] : [[type, text] as const]
  })
}

function whenUnauthorized(action: ActionContract): string | undefined {
  const reasons = [
    ...(action.scopes.length > 0 ? ['none of the scopes of the token covers it'] : []),
    ...(setsProperties(action) ? ['a property may not be written by the caller'] : []),
    ...(action.api === 'agent' && action.transports.includes('web')
      ? ['`author_id` names no bot of the app']
      : []),
  ]
  const [first = '', ...others] = reasons
  if (first === '') return undefined
  return [first.replace(/^[a-z]/, (letter) => letter.toUpperCase()), ...others].join(', or ')
}

function setsProperties(action: ActionContract): boolean {
  const fields = [...fieldsIn(schemaFor(action.request, newestOf(action)))]
  return fields.some(
    ([name, { patternProperties }]) => name === 'properties' && patternProperties !== undefined,
  )
}
