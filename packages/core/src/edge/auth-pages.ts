import type { OAuthError } from '../errors.js'
import type { Authorization, AuthorizationResult } from '../oauth/authorization.js'
import type { RenderPage } from '../oauth/pages/page.js'
import { type Parameters, requireParameter } from '../oauth/parameters.js'
import type { Ids } from '../ports/ids.js'
import type { Settings } from '../settings.js'
import {
  type BrowserSession,
  browserSessionOf,
  csrfCookie,
  requireOwnForm,
  sessionCookie,
} from './browser-session.js'
import { setCookie } from './cookies.js'
import type { HttpRequest, HttpResponse } from './http.js'
import { errorPageResponse, type PageOptions, pageResponse, redirect } from './oauth-responses.js'

const nonceBytes = 16

/** The endpoints that people see: authorization request, sign-in, consent. */
export class AuthPages {
  readonly #authorization: Authorization
  readonly #settings: Settings
  readonly #ids: Ids
  readonly #renderPage: RenderPage | undefined

  constructor(parts: {
    authorization: Authorization
    settings: Settings
    ids: Ids
    renderPage: RenderPage | undefined
  }) {
    this.#authorization = parts.authorization
    this.#settings = parts.settings
    this.#ids = parts.ids
    this.#renderPage = parts.renderPage
  }

  async begin(request: HttpRequest): Promise<HttpResponse> {
    const browser = browserSessionOf(request, this.#ids)
    return this.#show(await this.#authorization.begin(request.query, browser), browser, false)
  }

  async signIn(request: HttpRequest, form: Parameters): Promise<HttpResponse> {
    const browser = this.#ownForm(request, form)
    const login = form.get('login') ?? ''
    const password = form.get('password') ?? ''
    const result = await this.#authorization.signIn({ query: queryOf(form), login, password }, browser)
    return this.#show(result, browser, true)
  }

  async consent(request: HttpRequest, form: Parameters): Promise<HttpResponse> {
    const browser = this.#ownForm(request, form)
    return this.#show(await this.#decide(queryOf(form), form, browser), browser, true)
  }

  #decide(query: string, form: Parameters, browser: BrowserSession) {
    const decision = form.get('decision')
    if (decision === 'switch') return this.#authorization.switchAgent(query, browser)
    return this.#authorization.decide(
      { query, isAllowed: decision === 'allow', mark: form.get('mark') },
      browser,
    )
  }

  error(error: OAuthError): HttpResponse {
    return errorPageResponse(error, this.#pageOptions())
  }

  #ownForm(request: HttpRequest, form: Parameters): BrowserSession {
    const browser = browserSessionOf(request, this.#ids)
    requireOwnForm(request, browser, form.get('csrf'))
    return browser
  }

  #show(result: AuthorizationResult, browser: BrowserSession, isAfterForm: boolean): HttpResponse {
    if (result.kind === 'redirect') return redirect(result.location, isAfterForm)
    const cookie = this.#cookie(result.signInSecret, browser.newCsrfSecret)
    return pageResponse(result.page, this.#pageOptions(cookie))
  }

  #cookie(signInSecret: string | undefined, csrfSecret: string | undefined): string | undefined {
    const { paths, isSecure, lifetimes } = this.#settings
    const scope = { path: paths.auth, isSecure }
    const { signInSeconds } = lifetimes
    if (signInSecret !== undefined) return setCookie(sessionCookie, signInSecret, signInSeconds, scope)
    return csrfSecret === undefined ? undefined : setCookie(csrfCookie, csrfSecret, signInSeconds, scope)
  }

  #pageOptions(setCookie?: string): PageOptions {
    const nonce = Buffer.from(this.#ids.randomBytes(nonceBytes)).toString('base64')
    return { renderPage: this.#renderPage, nonce, setCookie }
  }
}

/** The authorization request that the page was for. */
function queryOf(form: Parameters): string {
  return requireParameter(form, 'request')
}
