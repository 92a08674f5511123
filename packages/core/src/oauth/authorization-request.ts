import type { Scope } from '../contract/scopes.js'
import { matchesAnyRedirectUri } from '../domain/redirect-uris.js'
import { OAuthError } from '../errors.js'
import type { App } from '../model/app.js'
import type { StorageReads } from '../ports/storage.js'
import { type Parameters, parseParameters } from './parameters.js'
import { differsFromRequest, requestedScopes } from './requested-scopes.js'

/**
 * A request with a known client and a registered redirect URI. Any other error may therefore be reported to the app.
 */
export interface AuthorizationRequest {
  readonly app: App
  readonly redirectUri: string
  /** `state`, percent-encoded as it came, so that it is returned byte for byte; `undefined` when there was none. */
  readonly state: string | undefined
  /**
   * Whether the request runs in a pop-up. A page then posts the result to the window that opened it, instead of a
   * redirect (decisions §4.18).
   */
  readonly isInPopUp: boolean
  /** Requested scopes that the app may have. All scopes of the app when the request names none (RFC 6749 §3.3). */
  readonly scopes: readonly Scope[]
  /**
   * Returns whether the granted scopes differ from the requested ones, in which case the response has to name them (RFC
   * 6749 §5.1).
   */
  differsFrom(granted: readonly Scope[]): boolean
  /** How the request continues: a token, a code, or an error that is reported to the app. */
  readonly flow: Flow | { readonly kind: 'refused'; readonly error: OAuthError; readonly isFragment: boolean }
}

/** Result that an authorization request asks for: a token or a code. */
export type Flow =
  | { readonly kind: 'token' }
  | { readonly kind: 'code'; readonly codeChallenge: string | null }

/**
 * Reads the query of an authorization request (spec authorization.md "Authorization request"). Rejects with errors that
 * have to be shown on an error page: an unknown client, a redirect URI that is not registered, or an unreadable query.
 */
export async function readAuthorizationRequest(
  read: StorageReads,
  query: string,
  maxStateBytes: number,
): Promise<AuthorizationRequest> {
  const parameters = parseParameters(query)
  const state = rawState(query)
  if (state !== undefined && decodedLength(state) > maxStateBytes) {
    throw new OAuthError('invalid_request', `state is longer than ${maxStateBytes} bytes`)
  }
  const app = await read.apps.get(parameters.get('client_id') ?? '')
  if (app === undefined) throw new OAuthError('invalid_client', 'The application is not known here.')
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === undefined || !matchesAnyRedirectUri(redirectUri, app.redirectUris)) {
    throw new OAuthError('invalid_request', 'The application’s redirect address is not registered.')
  }
  const isInPopUp = parameters.get('flow') === 'button'
  const differsFrom = (granted: readonly Scope[]) => differsFromRequest(parameters, app.scopes, granted)
  return { app, redirectUri, state, isInPopUp, differsFrom, ...wantedOf(app, parameters) }
}

/**
 * Returns the flow and the scopes. Browser apps may only use `token`, server-side apps only `code` (decisions §4.3).
 */
function wantedOf(app: App, parameters: Parameters): Pick<AuthorizationRequest, 'flow' | 'scopes'> {
  const responseType = parameters.get('response_type')
  const isFragment = responseType === 'token'
  try {
    if (responseType === undefined) throw new OAuthError('invalid_request', 'response_type is required')
    if (responseType !== (app.type === 'browser' ? 'token' : 'code')) {
      throw new OAuthError('unsupported_response_type', 'this application cannot use that response_type')
    }
    const scopes = requestedScopes(parameters, app.scopes)
    if (responseType === 'token') return { flow: { kind: 'token' }, scopes }
    return { flow: { kind: 'code', codeChallenge: codeChallengeOf(app, parameters) }, scopes }
  } catch (cause) {
    if (cause instanceof OAuthError)
      return { flow: { kind: 'refused', error: cause, isFragment }, scopes: [] }
    throw cause
  }
}

/**
 * Returns the PKCE code challenge (RFC 7636 §4.3). Only the method S256 is accepted, because `plain` is insecure (RFC
 * 9700 §2.1.1).
 */
function codeChallengeOf(app: App, parameters: Parameters): string | null {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) throw new OAuthError('invalid_request', 'code_challenge is required')
    if (app.requiresPkce) throw new OAuthError('invalid_request', 'code_challenge is required')
    return null
  }
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'malformed code_challenge')
  return challenge
}

/**
 * Returns `state` without decoding it. Decoding and encoding again would change bytes that are not UTF-8, and `+` to
 * `%20` or back.
 */
function rawState(query: string): string | undefined {
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=')
    const raw = value.join('=')
    // A parameter without a value counts as absent, and its name may be percent-encoded.
    // `URLSearchParams` removes one leading question mark, so one is added to keep any in the name.
    if (raw !== '' && new URLSearchParams(`?${name}`).has('state')) return escapeUnsafe(raw)
  }
  return undefined
}

/** Percent-encodes characters that a URL must not contain. HTTP lets some of them through. */
function escapeUnsafe(raw: string): string {
  return raw.replaceAll(/[^A-Za-z0-9\-._~%!$'()*+,;:@/?=]/g, (character) => encodeURIComponent(character))
}

function decodedLength(raw: string): number {
  return raw.replaceAll(/%[0-9a-f]{2}/gi, '.').length
}
