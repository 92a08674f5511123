import { OAuthError } from '../errors.js'

/** Request parameters by name. A parameter without a value counts as absent (RFC 6749 §3.1). */
export type Parameters = ReadonlyMap<string, string>

/** Form or query parameters; a repeated one is `invalid_request` (RFC 6749 §3.1, §3.2). */
export function parseParameters(text: string): Parameters {
  // A question mark of our own, because the first one is taken off.
  return parametersOf(new URLSearchParams(`?${text}`))
}

/** The same for what is parsed already. */
export function parametersOf(pairs: URLSearchParams): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (value === '') continue
    if (parameters.has(name))
      throw new OAuthError('invalid_request', `${printable(name)} is given more than once`)
    parameters.set(name, checked(name, value))
  }
  return parameters
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required`)
  return value
}

/** NUL and lone surrogates cannot be stored or compared everywhere (decisions §1.6). */
function checked(name: string, value: string): string {
  if (value.includes('\0'))
    throw new OAuthError('invalid_request', `${printable(name)} contains a NUL character`)
  return value
}

/** `error_description` may hold only printable ASCII without quote and backslash (RFC 6749 §5.2). */
function printable(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : 'a parameter'
}
