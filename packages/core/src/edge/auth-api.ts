import type { Deadlines } from '../dispatch/deadlines.js'
import { OAuthError, ParleyError } from '../errors.js'
import type { CustomerTokens } from '../oauth/customer-tokens.js'
import { metadata } from '../oauth/metadata.js'
import { type Parameters, parseParameters } from '../oauth/parameters.js'
import type { TokenEndpoint } from '../oauth/token-endpoint.js'
import { tokenInfo } from '../oauth/token-info.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Logger } from '../ports/logger.js'
import type { Storage } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { AuthPages } from './auth-pages.js'
import { readText, tooLarge } from './body.js'
import { basicCredentials, bearerToken, headerOf } from './headers.js'
import type { HttpRequest, HttpResponse } from './http.js'
import { customerParameters, formParameters } from './oauth-body.js'
import { oauthFailure, oauthJson, redirect, toOAuthError } from './oauth-responses.js'
import { closesConnection, corsHeaders, failure, preflight } from './responses.js'

export interface AuthApiParts {
  readonly settings: Settings
  readonly storage: Storage
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly deadlines: Deadlines
  readonly bodyDeadlines: Deadlines
  readonly pages: AuthPages
  readonly tokenEndpoint: TokenEndpoint
  readonly customerTokens: CustomerTokens
}

/** `text` is the body of a POST. */
type Handler = (request: HttpRequest, text: string) => Promise<HttpResponse>

interface Endpoint {
  /** People see a page, programs get JSON: also when it fails. */
  readonly isPage: boolean
  readonly methods: Readonly<Record<string, Handler>>
}

const wellKnown = '/.well-known/oauth-authorization-server'

/** The authorization service over HTTP (spec authorization.md "Endpoints", decisions §4). */
export class AuthApi {
  readonly #parts: AuthApiParts
  readonly #endpoints: ReadonlyMap<string, Endpoint>

  constructor(parts: AuthApiParts) {
    this.#parts = parts
    this.#endpoints = this.#table()
  }

  owns(path: string): boolean {
    const { auth: authPath } = this.#parts.settings.paths
    return path === authPath || path.startsWith(`${authPath}/`) || path === `${wellKnown}${authPath}`
  }

  /** Never rejects. */
  async answer(request: HttpRequest): Promise<HttpResponse> {
    const { paths, corsOrigins } = this.#parts.settings
    const authPath = paths.auth
    const isRootMetadata = request.path === `${wellKnown}${authPath}`
    const endpoint = this.#endpoints.get(isRootMetadata ? wellKnown : request.path.slice(authPath.length))
    if (endpoint === undefined) return failure(new ParleyError('not_found'))
    if (endpoint.isPage) return this.#run(endpoint, request)
    const methods = Object.keys(endpoint.methods)
    const isPreflight = request.method === 'OPTIONS'
    const response = isPreflight ? preflight(methods.join(', ')) : await this.#run(endpoint, request)
    return { ...response, headers: { ...response.headers, ...corsHeaders(request.headers, corsOrigins) } }
  }

  async #run({ isPage, methods }: Endpoint, request: HttpRequest): Promise<HttpResponse> {
    const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (handler === undefined) return methodNotAllowed(Object.keys(methods).join(', '), isPage)
    try {
      // Outside the time that the answer may take: a slow client is no failure of ours.
      const text = request.method === 'POST' ? await this.#text(request) : ''
      return await this.#parts.deadlines.run(() => handler(request, text))
    } catch (cause) {
      const error = toOAuthError(cause)
      this.#logFailure(error, request)
      return closing(isPage ? this.#parts.pages.error(error) : oauthFailure(error), error)
    }
  }

  #table(): ReadonlyMap<string, Endpoint> {
    const { pages } = this.#parts
    const start: Endpoint = { isPage: true, methods: { GET: (request) => pages.begin(request) } }
    const customer: Endpoint = {
      isPage: false,
      methods: {
        POST: (request, text) => this.#createCustomer(request, text),
        GET: (request) => this.#directChat(request),
      },
    }
    const page = (show: (request: HttpRequest, form: Parameters) => Promise<HttpResponse>): Endpoint => ({
      isPage: true,
      methods: { POST: async (request, text) => show(request, formParameters(request.headers, text)) },
    })
    return new Map<string, Endpoint>([
      ['', start],
      ['/', start],
      ['/sign-in', page((request, form) => pages.signIn(request, form))],
      ['/consent', page((request, form) => pages.consent(request, form))],
      [
        '/token',
        {
          isPage: false,
          methods: { POST: (r, text) => this.#token(r, text), DELETE: (r) => this.#revokeHeld(r) },
        },
      ],
      ['/revoke', { isPage: false, methods: { POST: (request, text) => this.#revoke(request, text) } }],
      ['/info', { isPage: false, methods: { GET: (request) => this.#info(request) } }],
      ['/customer', customer],
      ['/customer/', customer],
      [
        wellKnown,
        { isPage: false, methods: { GET: async (request) => oauthJson(metadata(this.#url(request))) } },
      ],
    ])
  }

  async #token({ headers }: HttpRequest, text: string): Promise<HttpResponse> {
    const parameters = formParameters(headers, text)
    return oauthJson(await this.#parts.tokenEndpoint.token(parameters, basicCredentials(headers)))
  }

  async #revokeHeld(request: HttpRequest): Promise<HttpResponse> {
    await this.#parts.tokenEndpoint.revokeHeld(this.#query(request))
    return oauthJson({})
  }

  async #revoke({ headers }: HttpRequest, text: string): Promise<HttpResponse> {
    const parameters = formParameters(headers, text)
    await this.#parts.tokenEndpoint.revokeAsClient(parameters, basicCredentials(headers))
    return oauthJson({})
  }

  async #info(request: HttpRequest): Promise<HttpResponse> {
    const { storage, clock } = this.#parts
    return oauthJson(await tokenInfo(storage.read, clock, requireBearer(request)))
  }

  async #createCustomer(request: HttpRequest, text: string): Promise<HttpResponse> {
    const accessToken = requireBearer(request)
    const query = this.#boundedQuery(request)
    const parameters = customerParameters(request.headers, query, text)
    return oauthJson(await this.#parts.customerTokens.create(accessToken, parameters))
  }

  async #directChat(request: HttpRequest): Promise<HttpResponse> {
    return redirect(await this.#parts.customerTokens.directChatUrl(this.#query(request)), false)
  }

  async #text(request: HttpRequest): Promise<string> {
    const { bodyBytes } = this.#parts.settings.limits
    if (Number(headerOf(request.headers, 'content-length') ?? 0) > bodyBytes) throw tooLarge(bodyBytes)
    try {
      return await this.#parts.bodyDeadlines.run(() => readText(request.body, bodyBytes))
    } catch (cause) {
      request.body.discard()
      throw isTimeout(cause) ? tooSlow(cause) : cause
    }
  }

  #query(request: HttpRequest): Parameters {
    return parseParameters(this.#boundedQuery(request))
  }

  #boundedQuery({ query }: HttpRequest): string {
    const { queryBytes } = this.#parts.settings.limits
    if (query.length > queryBytes) throw new OAuthError('invalid_request', 'the query string is too long')
    return query
  }

  /** {auth_url}; without the option `baseUrl` as the caller addresses it. */
  #url(request: HttpRequest): string {
    const { origin, paths } = this.#parts.settings
    return `${origin ?? addressedOrigin(request)}${paths.auth}`
  }

  #logFailure(error: OAuthError, { method, path }: HttpRequest): void {
    if (error.code !== 'server_error' && error.code !== 'temporarily_unavailable') return
    const { code, cause } = error
    this.#parts.logger.error('A request failed', {
      requestId: this.#parts.ids.uuid(),
      method,
      path,
      code,
      cause,
    })
  }
}

/** A name or address, and a port: nothing else that a caller makes up gets into an answer. */
const hostShape = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

function addressedOrigin({ headers, isSecure }: HttpRequest): string {
  const host = headerOf(headers, 'host') ?? 'localhost'
  if (!hostShape.test(host)) throw new OAuthError('invalid_request', 'malformed Host')
  return `${isSecure === true ? 'https' : 'http'}://${host}`
}

/** The pages are for no other origin, so nobody asks beforehand with OPTIONS. */
function methodNotAllowed(allow: string, isPage: boolean): HttpResponse {
  const response = failure(new ParleyError('method_not_allowed', { data: { allow } }))
  return isPage ? { ...response, headers: { ...response.headers, Allow: allow } } : response
}

/** What is left of a body that was not read to its end is not worth reading. */
function closing(response: HttpResponse, { cause }: OAuthError): HttpResponse {
  if (!(cause instanceof ParleyError) || !closesConnection(cause)) return response
  return { ...response, headers: { ...response.headers, Connection: 'close' } }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof ParleyError && cause.type === 'request_timeout'
}

/** The client's fault, unlike an answer that takes us too long, so it is not logged. */
function tooSlow(cause: unknown): OAuthError {
  return new OAuthError('invalid_request', 'the request body took too long', { cause })
}

function requireBearer({ headers }: HttpRequest): string {
  const token = bearerToken(headers)
  if (token === undefined) throw new OAuthError('invalid_token', 'a bearer token is required')
  return token
}
