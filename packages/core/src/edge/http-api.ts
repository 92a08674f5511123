import type { Call, Caller, Dispatcher } from '../dispatch/dispatcher.js'
import { toParleyError } from '../dispatch/failures.js'
import type { ClientOrigin } from '../domain/customers.js'
import type { Push } from '../domain/push.js'
import { invalid, ParleyError } from '../errors.js'
import type { Logger } from '../ports/logger.js'
import type { Settings } from '../settings.js'
import type { Admission } from './admission.js'
import type { BodyReader } from './body.js'
import { parseEnvelope } from './envelope.js'
import { bearerToken, headerOf } from './headers.js'
import type { HttpRequest, HttpResponse } from './http.js'
import { licenseIdOf } from './license-id.js'
import { corsHeaders, failure, json, preflight, withHeaders } from './responses.js'
import { type Address, type Route, routeOf } from './routes.js'

export interface HttpApiParts {
  readonly settings: Settings
  readonly logger: Logger
  readonly admission: Admission
  readonly dispatcher: Dispatcher
  readonly bodies: BodyReader
  readonly newId: () => string
  readonly emit: (pushes: readonly Push[]) => void
}

type ActionRoute = Extract<Route, { kind: 'action' }>

/** The Web APIs (spec chat.md "Transports and envelopes"): HTTP requests in, calls out. */
export class HttpApi {
  readonly #parts: HttpApiParts

  constructor(parts: HttpApiParts) {
    this.#parts = parts
  }

  /** Never rejects. */
  async answer(request: HttpRequest): Promise<HttpResponse> {
    const cors = corsHeaders(request.headers, this.#parts.settings.corsOrigins)
    try {
      return withHeaders(await this.#respond(request), cors)
    } catch (cause) {
      return withHeaders(this.#refuse(cause, request), cors)
    }
  }

  #respond(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const route = routeOf(request.path, this.#parts.settings.paths)
    if (route.kind === 'not_found') throw new ParleyError('not_found')
    if (request.method === 'OPTIONS') return preflight(route.kind === 'static_config' ? 'GET' : 'POST')
    if (route.kind === 'unsupported_version') throw new ParleyError('unsupported_version')
    if (route.kind === 'static_config') return this.#staticConfig(request, route.address)
    if (route.kind !== 'action') throw invalid('unknown endpoint')
    if (request.method !== 'POST') throw new ParleyError('method_not_allowed', { data: { allow: 'POST' } })
    return this.#act(request, route)
  }

  async #act(request: HttpRequest, route: ActionRoute): Promise<HttpResponse> {
    // Outside the time that the answer may take: a slow client is no failure of ours.
    const call = await this.#read(request, route)
    return json(200, await this.#parts.dispatcher.run(call))
  }

  async #read(request: HttpRequest, route: ActionRoute): Promise<Call> {
    const { caller } = await this.#admit(request, route.address)
    const text = await this.#readBody(request)
    const { limits } = this.#parts.settings
    const envelope = text === '' ? undefined : parseEnvelope(text, limits)
    return {
      caller,
      action: route.action,
      transport: 'web',
      payload: envelope?.payload,
      authorId: envelope?.authorId,
      idempotencyKey: headerOf(request.headers, 'idempotency-key'),
      client: clientOf(request),
      emit: this.#parts.emit,
    }
  }

  #admit(request: HttpRequest, address: Address): Promise<{ readonly caller: Caller }> {
    const { queryBytes } = this.#parts.settings.limits
    const licenseId = address.api === 'customer' ? licenseIdOf(request.query, queryBytes) : undefined
    return this.#parts.admission.admit(address, bearerToken(request.headers), licenseId)
  }

  #readBody({ headers, body }: HttpRequest): Promise<string> {
    const type = headerOf(headers, 'content-type') ?? 'application/json'
    if (!/^application\/json\s*(;|$)/i.test(type)) throw invalid('Content-Type must be application/json')
    return this.#parts.bodies.read(headers, body)
  }

  /** What a client may want to know before it connects; named by `login` (spec chat.md). */
  async #staticConfig(request: HttpRequest, { version }: Address): Promise<HttpResponse> {
    if (request.method !== 'GET') throw new ParleyError('method_not_allowed', { data: { allow: 'GET' } })
    const { limits, contractLimits, rtm } = this.#parts.settings
    const licenseId = licenseIdOf(request.query, limits.queryBytes)
    await this.#parts.admission.requireLicense(licenseId)
    return json(200, {
      license_id: licenseId,
      version,
      max_text_length: contractLimits.eventTextLength,
      max_request_bytes: limits.bodyBytes,
      inactivity_timeout: Math.floor(rtm.inactivityTimeoutMs / 1_000),
    })
  }

  #refuse(cause: unknown, request: HttpRequest): HttpResponse {
    const error = toParleyError(cause)
    return failure(error, this.#logFailure(error, request))
  }

  /** An id that joins the answer and the log line of an internal failure. */
  #logFailure(error: ParleyError, { method, path }: HttpRequest): string | undefined {
    if (error.type !== 'internal' && error.type !== 'service_unavailable') return undefined
    const requestId = this.#parts.newId()
    this.#parts.logger.error('A request failed', {
      requestId,
      method,
      path,
      type: error.type,
      cause: error.cause,
    })
    return requestId
  }
}

function clientOf(request: HttpRequest): ClientOrigin {
  return {
    ip: request.remoteAddress,
    userAgent: headerOf(request.headers, 'user-agent')?.slice(0, 512) ?? null,
  }
}
