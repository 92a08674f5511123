import { createOrigin, type Origin } from '../../changes/origin.js'
import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { OAuthError, ParleyError } from '../../errors.js'
import type { KnownToken } from '../../identity/known-token.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { CustomerTokens } from '../../oauth/customer-tokens.js'
import { metadata } from '../../oauth/metadata.js'
import { type Parameters, parseParameters, requireParameter } from '../../oauth/parameters.js'
import type { TokenEndpoint } from '../../oauth/token-endpoint.js'
import { TokenInfos } from '../../oauth/token-info.js'
import type { Clock } from '../../ports/clock.js'
import type { Settings } from '../../settings.js'
import type { AddressRates } from '../admission/address-rates.js'
import type { Admission } from '../admission/admission.js'
import type { CallerRates } from '../admission/caller-rates.js'
import type { BodyReader } from '../http/body.js'
import type { BodyContent } from '../http/body-content.js'
import { basicCredentials, bearerToken } from '../http/headers.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import {
  closesConnection,
  corsHeaders,
  failure,
  markAsLast,
  preflight,
  requestIdHeader,
  withHeaders,
} from '../http/responses.js'
import { getAuthUrl } from './addressed-origin.js'
import { type Endpoint, form, json, methodNotAllowed, page } from './endpoint.js'
import { customerParameters, formParameters } from './oauth-body.js'
import { oauthFailure, oauthJson, oauthText, redirect, toOAuthError } from './oauth-responses.js'
import type { AuthorizationPages } from './pages.js'

export interface AuthorizationApiDependencies {
  readonly settings: Settings
  readonly admission: Admission
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly clock: Clock
  readonly failures: FailureLog
  readonly deadlines: Deadlines
  readonly shutdown: Shutdown
  readonly bodies: BodyReader
  readonly pages: AuthorizationPages
  readonly tokenEndpoint: TokenEndpoint
  readonly customerTokens: CustomerTokens
}

/** Maximum size of a form, in bytes. These requests contain only short values. */
const maxFormBytes = 16_384

const wellKnown = '/.well-known/oauth-authorization-server'

/** The authorization service over HTTP (spec authorization.md "Endpoints", decisions §4). */
export class AuthorizationApi {
  readonly #dependencies: AuthorizationApiDependencies
  /** Endpoints by path. */
  readonly #endpoints: ReadonlyMap<string, Endpoint>
  readonly #root: string
  readonly #tokenInfos = new TokenInfos()

  constructor(dependencies: AuthorizationApiDependencies) {
    this.#dependencies = dependencies
    this.#root = `${dependencies.settings.paths.auth}/`
    this.#endpoints = this.#table(dependencies.settings.paths.auth)
  }

  owns(path: string): boolean {
    return path.startsWith(this.#root) || this.#endpoints.has(path)
  }

  /** Handles a request. Never rejects. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    const endpoint = this.#endpoints.get(request.path)
    if (endpoint === undefined) return failure(new ParleyError('not_found'))
    const responded = await this.#respond(endpoint, request)
    const response = this.#dependencies.shutdown.hasBegun ? markAsLast(responded) : responded
    if (endpoint.isPage) return response
    return withHeaders(response, corsHeaders(request.headers, this.#dependencies.settings.corsOrigins))
  }

  async #respond(endpoint: Endpoint, request: HttpRequest): Promise<HttpResponse> {
    try {
      return await this.#run(endpoint, request)
    } catch (cause) {
      const error = toOAuthError(cause)
      const { method, path } = request
      const requestId = this.#dependencies.failures.request('A request failed', error, { method, path })
      const response = endpoint.isPage ? this.#dependencies.pages.error(error) : oauthFailure(error)
      return withHeaders(closing(response, error), requestIdHeader(requestId))
    }
  }

  #run(endpoint: Endpoint, request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const { methods, allow, isPage } = endpoint
    if (request.method === 'OPTIONS' && !isPage) return preflight(allow, request.headers)
    const handler = methods.get(request.method)
    if (handler === undefined) return methodNotAllowed(endpoint)
    const { deadlines, shutdown } = this.#dependencies
    shutdown.check()
    // A cancelled request must not be carried out later.
    const handle = (content: BodyContent) =>
      deadlines.run((cancellation) => handler(request, content, createOrigin(cancellation)))
    // Reads the body outside the time limit of the request, because a slow client is not a failure of the server.
    return request.method === 'POST' ? this.#content(request).then(handle) : handle('')
  }

  #table(authPath: string): ReadonlyMap<string, Endpoint> {
    const { pages, settings } = this.#dependencies
    const start = page({ GET: (request, _, origin) => pages.begin(request, origin) })
    const customer = json({
      POST: (request, content, origin) => this.#createCustomer(request, content, origin),
      GET: (request) => this.#directChat(request),
    })
    const describe = json({ GET: async (request) => oauthJson(metadata(getAuthUrl(request, settings))) })
    return new Map([
      [authPath, start],
      [`${authPath}/`, start],
      [`${authPath}/sign-in`, form((request, fields, origin) => pages.signIn(request, origin, fields))],
      [`${authPath}/consent`, form((request, fields, origin) => pages.consent(request, origin, fields))],
      [
        `${authPath}/token`,
        json({
          POST: (request, content, origin) => this.#token(request, content, origin),
          DELETE: (request, _, origin) => this.#revokeHeld(request, origin),
        }),
      ],
      [
        `${authPath}/revoke`,
        json({ POST: (request, content, origin) => this.#revoke(request, content, origin) }),
      ],
      [`${authPath}/info`, json({ GET: (request) => this.#info(request) })],
      [`${authPath}/customer`, customer],
      [`${authPath}/customer/`, customer],
      [`${authPath}${wellKnown}`, describe],
      // RFC 8414 §3.1 puts the well-known path before the path of the issuer.
      [`${wellKnown}${authPath}`, describe],
    ])
  }

  async #token(request: HttpRequest, content: BodyContent, origin: Origin): Promise<HttpResponse> {
    const { headers } = request
    const parameters = formParameters(headers, content)
    const { tokenEndpoint } = this.#dependencies
    const token = () => tokenEndpoint.token(origin, parameters, basicCredentials(headers))
    return oauthJson(await this.#authenticating(request, token))
  }

  async #revokeHeld(request: HttpRequest, origin: Origin): Promise<HttpResponse> {
    const parameters = this.#query(request)
    const { tokenEndpoint } = this.#dependencies
    await this.#authenticating(request, () => tokenEndpoint.revokeHeld(origin, parameters))
    return oauthJson({})
  }

  async #revoke(request: HttpRequest, content: BodyContent, origin: Origin): Promise<HttpResponse> {
    const { headers } = request
    const parameters = formParameters(headers, content)
    const { tokenEndpoint } = this.#dependencies
    await this.#authenticating(request, () => {
      return tokenEndpoint.revokeAsClient(origin, parameters, basicCredentials(headers))
    })
    return oauthJson({})
  }

  /**
   * Counts a failed authentication for the address: a bad secret, code or token, or an unknown token (`false`), may be
   * a guess (decisions §16.17).
   */
  async #authenticating<T>({ remoteAddress }: HttpRequest, work: () => Promise<T>): Promise<T> {
    const { addressRates } = this.#dependencies
    addressRates.requireAuthentication(remoteAddress)
    try {
      const result = await work()
      if (result === false) addressRates.countFailedAuthentication(remoteAddress)
      return result
    } catch (cause) {
      if (isFailedAuthentication(cause)) addressRates.countFailedAuthentication(remoteAddress)
      throw cause
    }
  }

  async #info(request: HttpRequest): Promise<HttpResponse> {
    const accessToken = requireBearer(request)
    const known = await this.#bearer(request, accessToken)
    return oauthText(this.#tokenInfos.encode(known, accessToken, this.#dependencies.clock.now()))
  }

  async #createCustomer(request: HttpRequest, content: BodyContent, origin: Origin): Promise<HttpResponse> {
    const accessToken = requireBearer(request)
    const query = this.#boundedQuery(request)
    const parameters = customerParameters(request.headers, query, content)
    const { token } = await this.#bearer(request, accessToken)
    return oauthJson(await this.#dependencies.customerTokens.create(origin, token, parameters))
  }

  async #directChat(request: HttpRequest): Promise<HttpResponse> {
    const parameters = this.#query(request)
    const accessToken = requireParameter(parameters, 'access_token')
    const redirectUri = requireParameter(parameters, 'redirect_uri')
    const { token } = await this.#bearer(request, accessToken)
    const url = await this.#dependencies.customerTokens.directChatUrl(token, accessToken, redirectUri)
    return redirect(url, false)
  }

  /**
   * Returns the valid token of the request. Throws when the token is not valid, or when its bearer exceeds the rate
   * limit.
   */
  async #bearer({ remoteAddress }: HttpRequest, accessToken: string): Promise<KnownToken> {
    const known = await this.#dependencies.admission.activeToken(accessToken, remoteAddress)
    if (known === undefined)
      throw new OAuthError('invalid_token', 'the access token is unknown, expired or revoked')
    this.#dependencies.callerRates.takeRequest(known.identity)
    return known
  }

  async #content(request: HttpRequest): Promise<BodyContent> {
    try {
      return await this.#dependencies.bodies.read(request, maxFormBytes)
    } catch (cause) {
      throw isTimeout(cause) ? tooSlow(cause) : cause
    }
  }

  #query(request: HttpRequest): Parameters {
    return parseParameters(this.#boundedQuery(request))
  }

  #boundedQuery({ query }: HttpRequest): string {
    const { queryBytes } = this.#dependencies.settings.limits
    if (query.length > queryBytes) throw new OAuthError('invalid_request', 'the query string is too long')
    return query
  }
}

/** Closes the connection when the body was not read to its end. */
function closing(response: HttpResponse, { cause }: OAuthError): HttpResponse {
  if (!(cause instanceof ParleyError) || !closesConnection(cause)) return response
  return markAsLast(response)
}

function isFailedAuthentication(cause: unknown): boolean {
  return cause instanceof OAuthError && (cause.code === 'invalid_client' || cause.code === 'invalid_grant')
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof ParleyError && cause.type === 'request_timeout'
}

/** The client causes this error, in contrast to a slow response, so it is not logged. */
function tooSlow(cause: unknown): OAuthError {
  return new OAuthError('invalid_request', 'the request body took too long', { cause })
}

function requireBearer({ headers }: HttpRequest): string {
  const token = bearerToken(headers)
  if (token === undefined) {
    throw new OAuthError('invalid_token', 'a bearer token is required', { lacksCredentials: true })
  }
  return token
}
