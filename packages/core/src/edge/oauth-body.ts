import { OAuthError } from '../errors.js'
import { type Parameters, parseParameters } from '../oauth/parameters.js'
import { headerOf } from './headers.js'
import type { HttpHeaders } from './http.js'

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
  return parseParameters(String(new URLSearchParams(pairs)))
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
