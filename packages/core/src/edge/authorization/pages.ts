import type { Origin } from '../../changes/origin.js'
import type { OAuthError } from '../../errors.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { Authorization, AuthorizationResult } from '../../oauth/authorization.js'
import { hostLayout } from '../../oauth/pages/host-layout.js'
import { type Parameters, requireParameter } from '../../oauth/parameters.js'
import type { RenderPage } from '../../ports/auth-page.js'
import type { Ids } from '../../ports/ids.js'
import type { Settings } from '../../settings.js'
import { setCookie } from '../http/cookies.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { getAuthUrl } from './addressed-origin.js'
import { csrfCookie, isOwnForm, type KnownBrowser, readBrowser, signInCookie } from './browser.js'
import { errorPageResponse, type PageOptions, pageResponse, redirect } from './oauth-responses.js'

const nonceBytes = 16

/** The endpoints that show pages: authorization request, sign-in and consent. */
export class AuthorizationPages {
  readonly #authorization: Authorization
  readonly #settings: Settings
  readonly #ids: Ids
  readonly #renderPage: RenderPage

  constructor(dependencies: {
    authorization: Authorization
    settings: Settings
    ids: Ids
    failures: FailureLog
    renderPage: RenderPage | undefined
  }) {
    this.#authorization = dependencies.authorization
    this.#settings = dependencies.settings
    this.#ids = dependencies.ids
    this.#renderPage = hostLayout(dependencies.renderPage, dependencies.failures)
  }

  async begin(request: HttpRequest, origin: Origin): Promise<HttpResponse> {
    const browser = this.#readBrowser(request, origin, request.query)
    return this.#show(await this.#authorization.begin(request.query, browser), browser, false)
  }

  async signIn(request: HttpRequest, origin: Origin, form: Parameters): Promise<HttpResponse> {
    const query = queryOf(form)
    const browser = this.#readBrowser(request, origin, query)
    if (!isOwnForm(request, browser, form.get('csrf'))) return this.#showAgain(query, browser)
    const login = form.get('login') ?? ''
    const password = form.get('password') ?? ''
    const result = await this.#authorization.signIn({ query, login, password }, browser)
    return this.#show(result, browser, true)
  }

  async consent(request: HttpRequest, origin: Origin, form: Parameters): Promise<HttpResponse> {
    const query = queryOf(form)
    const browser = this.#readBrowser(request, origin, query)
    if (!isOwnForm(request, browser, form.get('csrf'))) return this.#showAgain(query, browser)
    return this.#show(await this.#decide(query, form, browser), browser, true)
  }

  #decide(query: string, form: Parameters, browser: KnownBrowser) {
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

  /**
   * Identifies the browser. The host sends people back to the authorization request that they came with, from whichever
   * form.
   */
  #readBrowser(request: HttpRequest, origin: Origin, query: string): KnownBrowser {
    // A form may contain characters that no URL allows, and the host puts the query into a URL.
    const safe = query.replaceAll(/[^\x21-\x7e]|#/gu, encodeURIComponent)
    const { paths, origin: ownOrigin, basePath, isSecure } = this.#settings
    // `baseUrl` decides, because behind a proxy the connection may differ from the one of the browser.
    const isOverTls = ownOrigin === undefined ? request.isSecure === true : isSecure
    const scope = { path: paths.auth, basePath, isSecure: isOverTls }
    return readBrowser(
      request,
      origin,
      scope,
      this.#ids,
      `${paths.auth}/?${safe}`,
      getAuthUrl(request, this.#settings),
    )
  }

  /** Shows the page as for a new request. A form becomes outdated when another tab replaces its cookie. */
  async #showAgain(query: string, browser: KnownBrowser): Promise<HttpResponse> {
    return this.#show(await this.#authorization.begin(query, browser), browser, true)
  }

  #show(result: AuthorizationResult, browser: KnownBrowser, isAfterForm: boolean): HttpResponse {
    if (result.kind === 'redirect') {
      const { location, signInSecret } = result
      const isNew = signInSecret !== undefined
      return redirect(location, isAfterForm, isNew ? this.#cookie(signInSecret, browser) : undefined)
    }
    const cookie = this.#cookie(result.signInSecret, browser)
    return pageResponse(result.page, this.#pageOptions(cookie))
  }

  #cookie(signInSecret: string | undefined, browser: KnownBrowser): string | undefined {
    const { newCsrfSecret: csrfSecret, cookieScope: scope } = browser
    const { signInSeconds } = this.#settings.lifetimes
    if (signInSecret !== undefined) return setCookie(signInCookie, signInSecret, signInSeconds, scope)
    return csrfSecret === undefined ? undefined : setCookie(csrfCookie, csrfSecret, signInSeconds, scope)
  }

  #pageOptions(setCookie?: string): PageOptions {
    const nonce = Buffer.from(this.#ids.randomBytes(nonceBytes)).toString('base64')
    return { renderPage: this.#renderPage, nonce, setCookie }
  }
}

/** Returns the authorization request that the page was shown for. */
function queryOf(form: Parameters): string {
  return requireParameter(form, 'request')
}
