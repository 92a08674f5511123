import { OAuthError } from '../../errors.js'
import { type Parameters, parseParameters, toParameters } from '../../oauth/parameters.js'
import type { BodyContent } from '../http/body-content.js'
import { getHeader } from '../http/headers.js'
import type { HttpHeaders } from '../http/http.js'

/** Returns the parameters of a form body (spec authorization.md "Endpoints"). */
export function formParameters(headers: HttpHeaders, content: BodyContent): Parameters {
  if (mediaType(headers) !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'Content-Type must be application/x-www-form-urlencoded')
  }
  return typeof content === 'string' ? parseParameters(content) : parsedForm(content.value)
}

/**
 * Returns the parameters of a form that is already parsed. Parsers turn a repeated field into a list. Nested fields
 * such as `a[b]` are unknown parameters, which are ignored (RFC 6749 §3.2).
 */
function parsedForm(value: unknown): Parameters {
  const pairs = new URLSearchParams()
  for (const [name, field] of Object.entries(requireObject(value, 'the body must be a form'))) {
    for (const text of [field].flat()) if (typeof text === 'string') pairs.append(name, text)
  }
  return toParameters(pairs)
}

/**
 * Returns the parameters of `POST {auth_url}/customer/` from a form or JSON body, the query, or both when they agree
 * (decisions §4.12).
 */
export function customerParameters(headers: HttpHeaders, query: string, content: BodyContent): Parameters {
  const parameters = new Map(parseParameters(query))
  for (const [name, value] of bodyParameters(headers, content)) {
    const other = parameters.get(name)
    if (other !== undefined && other !== value) {
      throw new OAuthError('invalid_request', `a parameter differs between query and body`)
    }
    parameters.set(name, value)
  }
  return parameters
}

function bodyParameters(headers: HttpHeaders, content: BodyContent): Parameters {
  if (content === '') return new Map()
  return mediaType(headers) === 'application/json'
    ? jsonParameters(content)
    : formParameters(headers, content)
}

function mediaType(headers: HttpHeaders): string {
  return (getHeader(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function jsonParameters(content: BodyContent): Parameters {
  const value = typeof content === 'string' ? parseJson(content) : content.value
  const fields = Object.entries(requireObject(value, notAnObject))
  const pairs = new URLSearchParams()
  // Typed clients send `null` for a parameter that they omit.
  for (const [name, text] of fields) if (text !== null) pairs.append(name, toText(text))
  // A parser keeps only the last of equal names. They are detected in text; a body that is already parsed no longer
  // shows them.
  if (typeof content === 'string' && nameCount(content) !== fields.length)
    throw new OAuthError('invalid_request', 'a parameter is given more than once')
  return toParameters(pairs)
}

/** Counts the names in valid JSON: each is followed by a colon, and no other colon is outside of a string. */
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
    throw new OAuthError('invalid_request', notAnObject)
  }
}

function requireObject(value: unknown, otherwise: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new OAuthError('invalid_request', otherwise)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new OAuthError('invalid_request', 'a parameter is neither a string nor a number')
}

const notAnObject = 'the body must be a JSON object'
