import { OAuthError } from '../errors.js'

/** Request parameters by name. A parameter without a value counts as absent (RFC 6749 §3.1). */
export type Parameters = ReadonlyMap<string, string>

/** Parses form or query parameters. A repeated parameter is `invalid_request` (RFC 6749 §3.1, §3.2). */
export function parseParameters(text: string): Parameters {
  // Adds a question mark, because `URLSearchParams` removes a leading one.
  return toParameters(new URLSearchParams(`?${text}`))
}

/** Converts parameters that are already parsed. */
export function toParameters(pairs: URLSearchParams): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (value === '') continue
    if (parameters.has(name))
      throw new OAuthError('invalid_request', `${printable(name)} is given more than once`)
    parameters.set(name, checked(name, value))
  }
  return parameters
}

/** Returns the value of a parameter. Throws `invalid_request` when it is absent. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required`)
  return value
}

/** Returns the value if it can be stored and compared everywhere, which excludes NUL (decisions §1.6). */
function checked(name: string, value: string): string {
  if (value.includes('\0'))
    throw new OAuthError('invalid_request', `${printable(name)} contains a NUL character`)
  return value
}

/**
 * Returns the name if it may appear in `error_description`, which allows only printable ASCII without quotes and
 * backslashes (RFC 6749 §5.2).
 */
function printable(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : 'a parameter'
}
