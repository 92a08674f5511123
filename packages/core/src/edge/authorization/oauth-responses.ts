import { OAuthError, oauthErrorTable, ParleyError } from '../../errors.js'
import { errorPage } from '../../oauth/pages/message-pages.js'
import type { PageContent } from '../../oauth/pages/page.js'
import { popUpScript } from '../../oauth/pages/pop-up-script.js'
import type { RenderPage } from '../../ports/auth-page.js'
import { StorageError } from '../../storage-error.js'
import type { HttpResponse } from '../http/http.js'
import { retryAfterHeader } from '../http/retry-after.js'

/** Headers that keep a response out of caches (RFC 6749 §5.1). */
const noStore = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
} as const

/**
 * Returns new headers for each response, because a host may change them. They are written out, because V8 spreads
 * slowly into a literal.
 */
function jsonHeaders() {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Returns a response with a JSON body. */
export function oauthJson(body: unknown): HttpResponse {
  return oauthText(JSON.stringify(body))
}

/** Returns a response with a body that is already JSON. */
export function oauthText(body: string): HttpResponse {
  return { status: 200, headers: jsonHeaders(), body }
}

/** Returns the response `{"error", "error_description"}` (RFC 6749 §5.2, decisions §2). */
export function oauthFailure(error: OAuthError): HttpResponse {
  const { status, challenge } = oauthErrorTable[error.code]
  const body = { error: error.code, error_description: error.message }
  const headers = {
    ...jsonHeaders(),
    ...(challenge !== undefined && { 'WWW-Authenticate': challengeOf(challenge, error) }),
    ...retryAfterHeader(status, error.retryAfterSeconds),
  }
  return { status, headers, body: JSON.stringify(body) }
}

/** Converts any failure to an OAuth error. The internal error stays in `cause`. */
export function toOAuthError(cause: unknown): OAuthError {
  if (cause instanceof OAuthError) return cause
  if (cause instanceof StorageError)
    return new OAuthError('temporarily_unavailable', 'Please try again.', { cause })
  if (!(cause instanceof ParleyError)) return new OAuthError('server_error', 'An internal error.', { cause })
  switch (cause.type) {
    case 'validation':
    case 'entity_too_large':
      return new OAuthError('invalid_request', `the request body cannot be read: ${cause.message}`, { cause })
    case 'too_many_requests': {
      const { retryAfterSeconds = 1 } = cause
      return new OAuthError('too_many_requests', 'Too many requests.', { retryAfterSeconds, cause })
    }
    case 'request_timeout':
    case 'service_unavailable':
      return new OAuthError('temporarily_unavailable', 'Please try again.', { cause })
    default:
      return new OAuthError('server_error', 'An internal error.', { cause })
  }
}

/** Returns a redirect. */
export function redirect(location: string, isAfterForm: boolean, setCookie?: string): HttpResponse {
  // A 303 keeps the browser from sending the form on to the app (RFC 9700 §4.12).
  const status = isAfterForm ? 303 : 302
  const headers = {
    Location: location,
    'Referrer-Policy': 'no-referrer',
    ...noStore,
    ...(setCookie !== undefined && { 'Set-Cookie': setCookie }),
  }
  return { status, headers, body: '' }
}

export interface PageOptions {
  readonly renderPage: RenderPage
  readonly nonce: string
  readonly setCookie: string | undefined
}

/** Returns a page. */
export function pageResponse(page: PageContent, options: PageOptions): HttpResponse {
  const { renderPage, nonce, setCookie } = options
  // There is no `form-action`, because browsers apply it to every redirect after the form, and apps may redirect
  // anywhere.
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(page.popUpMessage === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    'img-src https: data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    ...noStore,
    ...(setCookie !== undefined && { 'Set-Cookie': setCookie }),
  }
  const body = renderPage({ kind: page.kind, title: page.title, bodyHtml: bodyHtmlOf(page, nonce), nonce })
  return { status: 200, headers, body }
}

function bodyHtmlOf({ kind, body, popUpMessage }: PageContent, nonce: string): string {
  if (popUpMessage === undefined) return body.text
  return `${body.text}${popUpScript(popUpMessage, kind === 'signed_in', nonce).text}`
}

/** Returns an error page. */
export function errorPageResponse(error: OAuthError, options: PageOptions): HttpResponse {
  const response = pageResponse(errorPage(error.code, error.message), options)
  const { status } = oauthErrorTable[error.code]
  // Uses 400 in place of 401. A 401 would need a challenge (RFC 9110 §15.5.2), and browsers then ask the user for a
  // password.
  return {
    ...response,
    status: status === 401 ? 400 : status,
    headers: { ...response.headers, ...retryAfterHeader(status, error.retryAfterSeconds) },
  }
}

function challengeOf(scheme: 'Basic' | 'Bearer', { code, lacksCredentials }: OAuthError): string {
  if (scheme === 'Basic') return 'Basic realm="parley"'
  return lacksCredentials ? 'Bearer' : `Bearer error="${code}"`
}
