import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { normalizeAgentId } from '../domain/agents.js'
import { grantableScopes } from '../domain/grantable-scopes.js'
import { OAuthError } from '../errors.js'
import { hashSecret, newSecret } from '../identity/tokens.js'
import type { Agent } from '../model/agent.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { SignInHook, SignInRequest } from '../ports/sign-in.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { AttemptLimiter } from './attempt-limiter.js'
import { type AuthorizationRequest, type Flow, readAuthorizationRequest } from './authorization-request.js'
import { hostRedirect } from './host-redirect.js'
import { consentPage } from './pages/consent-page.js'
import { deniedPage, errorPage, signedInPage } from './pages/message-pages.js'
import type { PageContent } from './pages/page.js'
import { signInPage } from './pages/sign-in-page.js'
import type { PasswordSignIns } from './password-sign-ins.js'
import { scopeText } from './requested-scopes.js'
import { requireExistingApp, type TokenIssuer } from './token-issuer.js'

/** The browser that sent the request, as the edge knows it. */
export interface Browser {
  /** Issuer URL, as in the metadata (RFC 9207). */
  readonly issuer: string
  /** Secret from the sign-in cookie. */
  readonly signInSecret: string | undefined
  /** Returns the CSRF token that a form of this browser has to send back, for its sign-in. */
  readonly csrfToken: (signInSecret: string | undefined) => string
  readonly host: SignInRequest
  /** Origin of the request, for the changes that it makes. */
  readonly origin: Origin
}

/** Response of the authorization endpoint: a redirect or a page. */
export type AuthorizationResult =
  | {
      readonly kind: 'redirect'
      readonly location: string
      /** Secret of a sign-in that has just begun, for the cookie. */
      readonly signInSecret?: string | undefined
    }
  | {
      readonly kind: 'page'
      readonly page: PageContent
      /** Secret of a sign-in that has just begun, for the cookie. */
      readonly signInSecret: string | undefined
    }

export interface AuthorizationDependencies {
  readonly read: StorageReads
  readonly changes: Changes
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: Settings
  readonly attempts: AttemptLimiter
  readonly signedIn: PasswordSignIns
  readonly issuer: TokenIssuer
  readonly signInHook: SignInHook | undefined
}

const redirectWindowMs = 30_000

/**
 * The authorization endpoint (RFC 6749 §3.1): signs the user in, asks for consent, and returns to the app with a token
 * or a code.
 */
export class Authorization {
  readonly #dependencies: AuthorizationDependencies

  constructor(dependencies: AuthorizationDependencies) {
    this.#dependencies = dependencies
  }

  /** Handles `GET {auth_url}/`. Rejects with an `OAuthError` when an error page has to be shown. */
  async begin(query: string, browser: Browser): Promise<AuthorizationResult> {
    const request = await this.#read(query)
    if (request.flow.kind === 'refused') return refusal(request, request.flow, browser)
    const known = await this.#findAgent(browser)
    if (known.kind === 'redirect') return known
    if (known.agent === undefined) return this.#askToSignIn(request, query, browser, {})
    await this.#countArrival(request, known.agent, browser)
    return this.#grantOrAsk(request, query, browser, known.agent, undefined)
  }

  /** Handles `POST {auth_url}/sign-in`, with the login and password from the sign-in page. */
  async signIn(
    form: { readonly query: string; readonly login: string; readonly password: string },
    browser: Browser,
  ): Promise<AuthorizationResult> {
    const request = await this.#read(form.query)
    if (request.flow.kind === 'refused') return refusal(request, request.flow, browser)
    if (this.#dependencies.signInHook !== undefined)
      throw new OAuthError('invalid_request', 'Sign in at the host.')
    const { login } = form
    const attempt = { login, password: form.password, address: browser.host.remoteAddress }
    const signIn = await this.#dependencies.signedIn.signIn(browser.origin, attempt)
    if (signIn === undefined) {
      return this.#askToSignIn(request, form.query, browser, { login, problem: 'Wrong login or password.' })
    }
    await this.#countArrival(request, signIn.agent, browser)
    return this.#grantOrAsk(request, form.query, browser, signIn.agent, signIn.secret)
  }

  /** Handles `POST {auth_url}/consent` with the decision of the user. */
  async decide(
    form: { readonly query: string; readonly isAllowed: boolean; readonly mark: string | undefined },
    browser: Browser,
  ): Promise<AuthorizationResult> {
    const request = await this.#read(form.query)
    const { flow } = request
    if (flow.kind === 'refused') return refusal(request, flow, browser)
    const known = await this.#findAgent(browser)
    if (known.kind === 'redirect') return known
    if (known.agent === undefined) return this.#askToSignIn(request, form.query, browser, {})
    requireOwnLicense(request, known.agent)
    if (!form.isAllowed) return denied(request)
    // Asks again when the agent or the scopes have changed since the page was shown, because the user agreed to
    // something else.
    if (form.mark !== consentHash(request, known.agent)) {
      return this.#askForConsent(request, form.query, browser, known.agent, undefined)
    }
    return this.#grant(request, flow, known.agent, browser)
  }

  /** Handles `POST {auth_url}/consent` when the user wants to sign in as a different agent. */
  async switchAgent(query: string, browser: Browser): Promise<AuthorizationResult> {
    const request = await this.#read(query)
    if (request.flow.kind === 'refused') return refusal(request, request.flow, browser)
    if (this.#dependencies.signInHook !== undefined)
      throw new OAuthError('invalid_request', 'Sign in at the host.')
    await this.#dependencies.signedIn.end(browser.origin, browser.signInSecret)
    return this.#askToSignIn(request, query, browser, {})
  }

  #read(query: string): Promise<AuthorizationRequest> {
    const { read, settings } = this.#dependencies
    if (query.length > settings.limits.queryBytes)
      throw new OAuthError('invalid_request', 'The request is too long.')
    return readAuthorizationRequest(read, query, settings.limits.stateBytes)
  }

  async #findAgent(
    browser: Browser,
  ): Promise<{ kind: 'known'; agent: Agent | undefined } | { kind: 'redirect'; location: string }> {
    const { signInHook, signedIn, read } = this.#dependencies
    if (signInHook === undefined)
      return { kind: 'known', agent: await signedIn.findAgent(browser.signInSecret) }
    const hookResult = await signInHook(browser.host)
    if ('redirectTo' in hookResult) return { kind: 'redirect', location: hostRedirect(hookResult.redirectTo) }
    const agent = await read.agents.get(normalizeAgentId(hookResult.agentId))
    const isHuman = agent !== undefined && agent.ownerClientId === null
    if (!isHuman) throw new OAuthError('access_denied', 'You are no agent here.')
    return { kind: 'known', agent }
  }

  /** Counts an authorization request once, when the user is known (decisions §4.14, spec authorization.md "Limits"). */
  async #countArrival({ app }: AuthorizationRequest, agent: Agent, { origin }: Browser): Promise<void> {
    await this.#dependencies.attempts.count(origin, `authorization ${app.clientId} ${agent.id}`, {
      windowMs: redirectWindowMs,
      max: this.#dependencies.settings.limits.authorizationRequestCount,
      code: 'too_many_redirects',
      description: 'The application has sent you here too often in a short time.',
    })
  }

  #askToSignIn(
    { app }: AuthorizationRequest,
    query: string,
    browser: Browser,
    { login = '', problem }: { readonly login?: string; readonly problem?: string },
  ): AuthorizationResult {
    const action = `${this.#dependencies.settings.paths.auth}/sign-in`
    const csrfToken = browser.csrfToken(browser.signInSecret)
    const page = signInPage({ action, csrfToken, request: query, appName: app.name, login, problem })
    return pageOf(page)
  }

  /** Returns to the app if its host lets it skip consent (decisions §4.17), and shows the consent page otherwise. */
  async #grantOrAsk(
    request: AuthorizationRequest,
    query: string,
    browser: Browser,
    agent: Agent,
    newSignInSecret: string | undefined,
  ): Promise<AuthorizationResult> {
    requireOwnLicense(request, agent)
    const { app, flow } = request
    if (!app.skipsConsent || flow.kind === 'refused')
      return this.#askForConsent(request, query, browser, agent, newSignInSecret)
    const granted = await this.#grant(request, flow, agent, browser)
    return { ...granted, signInSecret: newSignInSecret }
  }

  #grant(
    request: AuthorizationRequest,
    flow: Flow,
    agent: Agent,
    browser: Browser,
  ): Promise<AuthorizationResult> {
    return flow.kind === 'token'
      ? this.#grantToken(request, agent, browser)
      : this.#grantCode(request, flow, agent, browser)
  }

  #askForConsent(
    request: AuthorizationRequest,
    query: string,
    browser: Browser,
    agent: Agent,
    newSignInSecret: string | undefined,
  ): AuthorizationResult {
    requireOwnLicense(request, agent)
    const { app, redirectUri } = request
    const { host } = new URL(redirectUri)
    const page = consentPage({
      action: `${this.#dependencies.settings.paths.auth}/consent`,
      csrfToken: browser.csrfToken(newSignInSecret ?? browser.signInSecret),
      request: query,
      mark: consentHash(request, agent),
      appName: app.name,
      agentName: agent.name,
      agentId: agent.id,
      canSwitch: this.#dependencies.signInHook === undefined,
      redirectHost: host,
      isInPopUp: request.isInPopUp,
      requested: request.scopes,
      granted: grantableScopes(request.scopes, agent.permission),
    })
    return pageOf(page, newSignInSecret)
  }

  async #grantToken(
    request: AuthorizationRequest,
    agent: Agent,
    browser: Browser,
  ): Promise<AuthorizationResult> {
    const { changes, clock, issuer } = this.#dependencies
    const { issued, scopes } = await changes.commit(browser.origin, clock.now(), [], async (tx) => {
      const grant = await grantOf(tx, request, agent)
      const issued = await issuer.access(tx, { ...grant, codeHash: null })
      return { response: { issued, scopes: grant.scopes }, facts: [] }
    })
    const parameters = new URLSearchParams({
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: String(issued.expiresInSeconds),
      ...(request.differsFrom(scopes) && { scope: scopeText(scopes) }),
    })
    return granted(request, '#', parameters, browser)
  }

  async #grantCode(
    request: AuthorizationRequest,
    { codeChallenge }: Extract<Flow, { kind: 'code' }>,
    agent: Agent,
    browser: Browser,
  ): Promise<AuthorizationResult> {
    const { changes, clock, ids, settings } = this.#dependencies
    const code = newSecret('code', ids)
    const createdAt = clock.now()
    const expiresAt = createdAt + settings.lifetimes.codeSeconds * 1_000
    const bound = { redirectUri: request.redirectUri, codeChallenge, createdAt, expiresAt }
    await changes.commit(browser.origin, createdAt, [], async (tx) => {
      const grant = await grantOf(tx, request, agent)
      const namesScopes = request.differsFrom(grant.scopes)
      await tx.codes.insert({ ...grant, ...bound, hash: hashSecret(code), namesScopes })
      return { response: undefined, facts: [] }
    })
    return granted(request, '?', new URLSearchParams({ code }), browser)
  }
}

/** Returns a hash of what a consent page shows: the agent, the app, and the requested and granted scopes. */
function consentHash({ app, scopes }: AuthorizationRequest, agent: Agent): string {
  const granted = grantableScopes(scopes, agent.permission)
  return hashSecret(JSON.stringify([app.clientId, agent.id, scopes, granted]))
}

/** Returns the grant, based on the current state of the app and the agent. */
async function grantOf(tx: StorageTransaction, request: AuthorizationRequest, { id }: Agent) {
  const app = await requireExistingApp(tx, request.app.clientId)
  const agent = await tx.agents.get(id)
  if (agent === undefined) throw new OAuthError('access_denied', 'You are no agent here.')
  const shown = app.scopes.filter((scope) => request.scopes.includes(scope))
  const scopes = grantableScopes(shown, agent.permission)
  return { licenseId: agent.licenseId, clientId: app.clientId, agentId: agent.id, scopes }
}

/** Throws unless the app is public or belongs to the license of the agent (decisions §4.2). */
function requireOwnLicense({ app }: AuthorizationRequest, agent: Agent): void {
  if (app.visibility === 'public' || app.licenseId === agent.licenseId) return
  throw new OAuthError('access_denied', 'The application belongs to another account.')
}

/** Reports the error to the app (RFC 6749 §4.1.2.1, §4.2.2.1). */
function refusal(
  request: AuthorizationRequest,
  { error, isFragment }: Extract<AuthorizationRequest['flow'], { kind: 'refused' }>,
  browser: Browser,
): AuthorizationResult {
  if (request.isInPopUp)
    return pageOf(inPopUp(request, errorPage(error.code, error.message), { error: oauthException(error) }))
  const parameters = new URLSearchParams({ error: error.code, error_description: error.message })
  return redirectBack(request, isFragment ? '#' : '?', parameters, browser)
}

/**
 * Redirects to the app. Adds the issuer, so that another service cannot pass its response off as one of this service
 * (RFC 9207).
 */
function redirectBack(
  request: AuthorizationRequest,
  separator: '?' | '#',
  parameters: URLSearchParams,
  { issuer }: Browser,
): AuthorizationResult {
  parameters.append('iss', issuer)
  return { kind: 'redirect', location: `${request.redirectUri}${separator}${withState(parameters, request)}` }
}

/** Redirects to the app, or posts the result to the window that opened the pop-up. */
function granted(
  request: AuthorizationRequest,
  separator: '?' | '#',
  parameters: URLSearchParams,
  browser: Browser,
): AuthorizationResult {
  if (!request.isInPopUp) return redirectBack(request, separator, parameters, browser)
  const data = Object.fromEntries(new URLSearchParams(withState(parameters, request)))
  return pageOf(inPopUp(request, signedInPage(request.app.name), { data }))
}

/**
 * Shows the denial. It does not redirect (spec authorization.md "States and transitions"), but a pop-up reports it to
 * the window that opened it.
 */
function denied(request: AuthorizationRequest): AuthorizationResult {
  const page = deniedPage(request.app.name)
  if (!request.isInPopUp) return pageOf(page)
  const error = new OAuthError('access_denied', 'The user denied access.')
  return pageOf(inPopUp(request, page, { error: oauthException(error) }))
}

/** Adds a message to the page. Only a window with the origin of the registered redirect URI receives it. */
function inPopUp({ redirectUri }: AuthorizationRequest, page: PageContent, message: object): PageContent {
  return { ...page, popUpMessage: { targetOrigin: new URL(redirectUri).origin, message } }
}

function oauthException({ code, message }: OAuthError) {
  return { oauth_exception: code, description: message }
}

/** Appends `state` exactly as it came, because encoding it again could change it. */
function withState(parameters: URLSearchParams, { state }: AuthorizationRequest): string {
  return state === undefined ? String(parameters) : `${parameters}&state=${state}`
}

function pageOf(page: PageContent, signInSecret?: string): AuthorizationResult {
  return { kind: 'page', page, signInSecret }
}
