import { createHash, timingSafeEqual } from 'node:crypto'
import type { Origin } from '../../changes/origin.js'
import { OAuthError } from '../../errors.js'
import type { Browser } from '../../oauth/authorization.js'
import type { Ids } from '../../ports/ids.js'
import { type CookieScope, cookieName, getCookie } from '../http/cookies.js'
import { getHeader } from '../http/headers.js'
import type { HttpRequest } from '../http/http.js'

/** Names of the cookies. Over https they get a prefix. */
export const signInCookie = 'parley_session'
export const csrfCookie = 'parley_csrf'

const secretBytes = 32

/**
 * A browser at the authorization service, known by its cookies: its sign-in, and the secret that protects its forms
 * from other sites.
 */
export interface KnownBrowser extends Browser {
  /** Secret of a new cookie; `undefined` when the browser already has a sign-in or this cookie. */
  readonly newCsrfSecret: string | undefined
  readonly cookieScope: CookieScope
}

/** Reads the cookies of a browser. */
export function readBrowser(
  { headers, remoteAddress, raw }: HttpRequest,
  origin: Origin,
  cookieScope: CookieScope,
  ids: Ids,
  returnTo: string,
  issuer: string,
): KnownBrowser {
  const signInSecret = getCookie(headers, cookieName(signInCookie, cookieScope))
  const presentSecret = getCookie(headers, cookieName(csrfCookie, cookieScope))
  const newSecret = Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
  return {
    issuer,
    signInSecret,
    cookieScope,
    newCsrfSecret: signInSecret === undefined && presentSecret === undefined ? newSecret : undefined,
    csrfToken: (secret) => tokenFrom(secret ?? presentSecret ?? newSecret),
    host: { headers, remoteAddress, raw, returnTo },
    origin,
  }
}

/** Returns whether the form comes from a page that this service showed to this browser (decisions §4.5). */
export function isOwnForm(request: HttpRequest, browser: KnownBrowser, csrf: string | undefined): boolean {
  // Does not show the form again. Another site cannot send the cookies of the browser, which would get new ones in
  // their place. Another host of the same site can, including cookies that it has planted in order to know the token of
  // the form.
  if (/^(?:cross|same)-site$/.test(getHeader(request.headers, 'sec-fetch-site') ?? ''))
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
