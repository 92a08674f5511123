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
      ? 'A field is missing or invalid, an id does not exist, or a maximum number is reached. `message` names the field'
      : 'A field is missing or invalid, an id does not exist, or the state of the chat does not allow the action. `message` names the field',
  unsupported_version: always('The API does not have the version in the address'),
  authentication: always('The token is missing, unknown, expired, revoked, or belongs to another API'),
  license_expired: always('The license has expired'),
  authorization: whenUnauthorized,
  customer_banned: forCustomers('The customer is banned'),
  license_not_found: forCustomers('No license has this `license_id`'),
  not_found: never,
  method_not_allowed: never,
  request_timeout: always(
    'The request took longer than 15 seconds. It was carried out completely or not at all',
  ),
  entity_too_large: always('The request or the response is too large'),
  too_many_requests: always('The caller exceeded a rate limit. `Retry-After` says when to try again'),
  internal: always('The service failed. The error is logged'),
  service_unavailable: always('The service is shutting down, or its storage is unavailable. Try again'),
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
    ...(action.scopes.length > 0 ? ['the token has no scope that allows the action'] : []),
    ...(setsProperties(action) ? ['the caller cannot write one of the properties'] : []),
    ...(action.api === 'agent' && action.transports.includes('web')
      ? ['`author_id` is not a bot of the app']
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
