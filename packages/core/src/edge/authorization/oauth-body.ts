import { OAuthError } from '../../errors.js'
import { type Parameters, parseParameters } from '../../oauth/parameters.js'
import { headerOf } from '../http/headers.js'
import type { HttpHeaders } from '../http/http.js'

/** The parameters of a form body (spec authorization.md "Endpoints"). */
export function formParameters(headers: HttpHeaders, text: string): Parameters {
  if (mediaType(headers) !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'Content-Type must be application/x-www-form-urlencoded')
  }
  return parseParameters(text)
}

/** `POST {auth_url}/customer/`: form or JSON body, query, or both where they agree (decisions §4.12). */
export function customerParameters(headers: HttpHeaders, query: string, text: string): Parameters {
  const parameters = new Map(parseParameters(query))
  for (const [name, value] of bodyParameters(headers, text)) {
    const other = parameters.get(name)
    if (other !== undefined && other !== value) {
      throw new OAuthError('invalid_request', `a parameter differs between query and body`)
    }
    parameters.set(name, value)
  }
  return parameters
}

function bodyParameters(headers: HttpHeaders, text: string): Parameters {
  if (text === '') return new Map()
  return mediaType(headers) === 'application/json' ? jsonParameters(text) : formParameters(headers, text)
}

function mediaType(headers: HttpHeaders): string {
  return (headerOf(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function jsonParameters(text: string): Parameters {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed()
  const pairs = Object.entries(body).map(([name, value]) => [name, toText(value)] as [string, string])
  // Of equal names, however each is spelt, the parser keeps the last.
  if (nameCount(text) !== pairs.length)
    throw new OAuthError('invalid_request', 'a parameter is given more than once')
  return parseParameters(String(new URLSearchParams(pairs)))
}

/** Names in sound JSON: after each of them, and nowhere else, there is a colon that is in no string. */
function nameCount(json: string): number {
  let count = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') isInString = !isInString
    else if (isInString && character === '\\') at += 1
    else if (!isInString && character === ':') count += 1
  }
  return count
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new OAuthError('invalid_request', 'a parameter is neither a string nor a number')
}

function malformed(): OAuthError {
  return new OAuthError('invalid_request', 'the body must be a JSON object')
}
