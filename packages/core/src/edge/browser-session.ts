import { createHash, timingSafeEqual } from 'node:crypto'
import { OAuthError } from '../errors.js'
import type { Browser } from '../oauth/authorization.js'
import type { Ids } from '../ports/ids.js'
import { cookieOf } from './cookies.js'
import { headerOf } from './headers.js'
import type { HttpRequest } from './http.js'

export const sessionCookie = 'parley_session'
export const csrfCookie = 'parley_csrf'

const secretBytes = 32

/** A browser at the authorization service: its session, and what protects its forms from other sites. */
export interface BrowserSession extends Browser {
  /** A cookie to set, because the browser has neither a session nor this one. */
  readonly newCsrfSecret: string | undefined
  /** Whether it reached the service over TLS itself. */
  readonly isSecure: boolean
}

export function browserSessionOf(request: HttpRequest, ids: Ids, returnTo: string): BrowserSession {
  const { headers, remoteAddress } = request
  const signInSecret = cookieOf(headers, sessionCookie)
  const presentSecret = cookieOf(headers, csrfCookie)
  const newSecret = Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
  return {
    signInSecret,
    isSecure: request.isSecure === true,
    newCsrfSecret: signInSecret === undefined && presentSecret === undefined ? newSecret : undefined,
    csrfToken: (secret) => tokenFrom(secret ?? presentSecret ?? newSecret),
    host: { headers, remoteAddress, returnTo },
  }
}

/** Whether the form comes from a page of ours that this very browser got (decisions §4.5). */
export function isOwnForm(request: HttpRequest, browser: BrowserSession, csrf: string | undefined): boolean {
  // Not shown again: the browser withholds its cookies, and would get new ones in their place.
  if (headerOf(request.headers, 'sec-fetch-site') === 'cross-site')
    throw new OAuthError('invalid_request', 'This form is out of date. Please go back and try again.')
  const expected = Buffer.from(browser.csrfToken(browser.signInSecret))
  const given = Buffer.from(csrf ?? '')
  return (
    browser.newCsrfSecret === undefined &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  )
}

function tokenFrom(secret: string): string {
  return createHash('sha256').update(`csrf ${secret}`).digest('base64url')
}
