import { createHash, timingSafeEqual } from 'node:crypto'
import type { Origin } from '../../changes/origin.js'
import { OAuthError } from '../../errors.js'
import type { Browser } from '../../oauth/authorization.js'
import type { Ids } from '../../ports/ids.js'
import { type CookieScope, cookieName, cookieOf } from '../http/cookies.js'
import { headerOf } from '../http/headers.js'
import type { HttpRequest } from '../http/http.js'

/** Over https with a prefix. */
export const signInCookie = 'parley_session'
export const csrfCookie = 'parley_csrf'

const secretBytes = 32

/** A browser at the authorization service, by its cookies: its sign-in, and what protects its forms from other sites. */
export interface KnownBrowser extends Browser {
  /** A cookie to set, because the browser has neither a sign-in nor this one. */
  readonly newCsrfSecret: string | undefined
  readonly cookieScope: CookieScope
}

export function browserOf(
  { headers, remoteAddress, raw }: HttpRequest,
  origin: Origin,
  cookieScope: CookieScope,
  ids: Ids,
  returnTo: string,
  issuer: string,
): KnownBrowser {
  const signInSecret = cookieOf(headers, cookieName(signInCookie, cookieScope))
  const presentSecret = cookieOf(headers, cookieName(csrfCookie, cookieScope))
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

/** Whether the form comes from a page of ours that this very browser got (decisions §4.5). */
export function isOwnForm(request: HttpRequest, browser: KnownBrowser, csrf: string | undefined): boolean {
  // Not shown again: from another site the browser withholds its cookies, and would get new ones in their place. From
  // another host of this site it sends them, the ones too that such a host has planted to know the form's token.
  if (/^(?:cross|same)-site$/.test(headerOf(request.headers, 'sec-fetch-site') ?? ''))
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
