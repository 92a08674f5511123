import { apis } from '../../contract/apis.js'
import type { Call, Dispatcher } from '../../dispatch/dispatcher.js'
import { toParleyError } from '../../dispatch/failures.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { isPromise } from '../../domain/promises.js'
import type { ClientOrigin } from '../../domain/visits.js'
import { invalid, invalidField, ParleyError } from '../../errors.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { Clock } from '../../ports/clock.js'
import type { Logger } from '../../ports/logger.js'
import type { Settings } from '../../settings.js'
import type { Admission, AdmissionResult } from '../admission/admission.js'
import type { CallerRates } from '../admission/caller-rates.js'
import { ResponseReservation, responseBytes } from '../admission/response-reservation.js'
import type { BodyReader } from '../http/body.js'
import { contentBytes } from '../http/body-content.js'
import type { ByteBudget } from '../http/byte-budget.js'
import { isForm } from '../http/form.js'
import { bearerToken, getHeader } from '../http/headers.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { corsHeaders, failure, json, markAsLast, preflight, withHeaders } from '../http/responses.js'
import { parsePayload, parseWebEnvelope, toPayload, toWebEnvelope } from '../protocol/envelope.js'
import { findLicenseId } from '../protocol/license-id.js'
import { type Address, parseRoute, type Route } from '../protocol/routes.js'
import type { FormRequests, RequestContent } from './form-requests.js'
import { MisplacedRequests } from './misplaced-requests.js'
import { staticConfig } from './static-config.js'

export interface WebApiDependencies {
  readonly settings: Settings
  readonly failures: FailureLog
  readonly logger: Logger
  readonly clock: Clock
  readonly admission: Admission
  readonly callerRates: CallerRates
  readonly longResponses: ByteBudget
  readonly dispatcher: Dispatcher
  readonly bodies: BodyReader
  readonly forms: FormRequests
  readonly shutdown: Shutdown
}

/** Allowed methods of routes that allow more than `POST`. For real-time routes they are the requests of Socket.IO. */
const methodsOf: { readonly [Kind in Route['kind']]?: string } = { static_config: 'GET', rtm: 'GET, POST' }

type ActionRoute = Extract<Route, { kind: 'action' }>

/** The Web APIs (spec chat.md "Transports and envelopes"): turns HTTP requests into calls. */
export class WebApi {
  readonly #dependencies: WebApiDependencies
  readonly #misplaced: MisplacedRequests

  constructor(dependencies: WebApiDependencies) {
    this.#dependencies = dependencies
    this.#misplaced = new MisplacedRequests(dependencies.settings, dependencies.logger)
  }

  /** Handles a request. Never rejects. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    const cors = corsHeaders(request.headers, this.#dependencies.settings.corsOrigins)
    try {
      return this.#finish(await this.#respond(request), cors)
    } catch (cause) {
      return this.#finish(this.#refuse(cause, request), cors)
    }
  }

  #finish(response: HttpResponse, cors: HttpResponse['headers'] | undefined): HttpResponse {
    return withHeaders(this.#dependencies.shutdown.hasBegun ? markAsLast(response) : response, cors)
  }

  #respond(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    if (request.unnamedPrefix !== undefined) throw this.#misplaced.unnamedPrefix(request.unnamedPrefix)
    const route = parseRoute(request.path, this.#dependencies.settings.paths)
    if (route.kind === 'not_found') throw this.#misplaced.notFound(request)
    if (request.method === 'OPTIONS') return preflight(methodsOf[route.kind] ?? 'POST', request.headers)
    this.#dependencies.shutdown.check()
    if (route.kind === 'unsupported_version') throw new ParleyError('unsupported_version')
    if (route.kind === 'static_config') return staticConfig(request, route.address, this.#dependencies)
    if (route.kind === 'rtm') throw this.#misplaced.noConnection(request)
    if (route.kind !== 'action') throw invalid({ path: 'url', rule: 'not_found' }, 'unknown endpoint')
    if (request.method !== 'POST') throw new ParleyError('method_not_allowed', { data: { allow: 'POST' } })
    return this.#act(request, route)
  }

  async #act(request: HttpRequest, route: ActionRoute): Promise<HttpResponse> {
    const { clock, callerRates, longResponses, dispatcher } = this.#dependencies
    const admitting = this.#admit(request, route.address)
    const startedAt = isPromise(admitting) ? clock.monotonic() : undefined
    const admitted = isPromise(admitting) ? await admitting : admitting
    const spentMs = startedAt === undefined ? 0 : clock.monotonic() - startedAt
    callerRates.takeRequest(admitted.identity)
    // Reads the body outside the time limit of the request, because a slow client is not a failure of the server.
    const content = await this.#read(request, route, admitted)
    const reservation = new ResponseReservation(longResponses, admitted.identity.callerKey, request)
    try {
      // A form may take minutes to arrive, so the caller is admitted again: it may have been banned, or its token
      // revoked.
      const present = content.isForm === true ? await this.#admit(request, route.address) : admitted
      const call = this.#toCall(request, route, present, content, reservation)
      const response = json(200, await dispatcher.run(call, spentMs))
      const bytes = responseBytes(response.body)
      callerRates.chargeResponse(admitted.identity, bytes)
      const onClose = reservation.settle(bytes)
      return onClose === undefined ? response : { ...response, onClose }
    } catch (cause) {
      reservation.release()
      throw cause
    } finally {
      if (content.done !== undefined) await content.done()
    }
  }

  #toCall(
    request: HttpRequest,
    route: ActionRoute,
    { identity, caller }: AdmissionResult,
    { payload, authorId, comparedPayload, isForm = false }: RequestContent,
    responseBudget: ResponseReservation,
  ): Call {
    const { callerRates } = this.#dependencies
    return {
      caller,
      action: route.action,
      transport: 'web',
      payload,
      authorId,
      comparedPayload,
      isForm,
      idempotencyKey: getHeader(request.headers, 'idempotency-key'),
      client: clientOf(request),
      connection: null,
      charge: (bytes) => callerRates.chargePushes(identity, bytes),
      takeRate: (rate) => callerRates.takeRate(identity, rate),
      responseBudget,
    }
  }

  #admit(
    { headers, query, remoteAddress }: HttpRequest,
    address: Address,
  ): AdmissionResult | Promise<AdmissionResult> {
    const { queryBytes } = this.#dependencies.settings.limits
    const licenseId = findLicenseId(address.api, query, queryBytes)
    return this.#dependencies.admission.admit({
      address,
      token: bearerToken(headers),
      licenseId,
      remoteAddress,
    })
  }

  async #read(
    request: HttpRequest,
    { action }: ActionRoute,
    { identity, caller }: AdmissionResult,
  ): Promise<RequestContent> {
    const { dispatcher, forms, bodies, callerRates, settings } = this.#dependencies
    if (isForm(request.headers)) return forms.read(request, dispatcher.uploadOf(caller, action), identity)
    const type = getHeader(request.headers, 'content-type') ?? 'application/json'
    if (!/^application\/json\s*(;|$)/i.test(type))
      throw invalidField({ path: 'Content-Type', rule: 'unsupported' }, 'must be application/json')
    const content = await bodies.read(request)
    callerRates.chargeRequest(identity, contentBytes(content))
    if (content === '') return emptyContent
    const { limits } = settings
    if (apis[caller.api].envelope === 'bare') {
      const isText = typeof content === 'string'
      return bareContent(isText ? parsePayload(content, limits) : toPayload(content.value, limits))
    }
    return typeof content === 'string'
      ? parseWebEnvelope(content, limits)
      : toWebEnvelope(content.value, limits)
  }

  #refuse(cause: unknown, request: HttpRequest): HttpResponse {
    const error = toParleyError(cause)
    const { method, path } = request
    return failure(error, this.#dependencies.failures.request('A request failed', error, { method, path }))
  }
}

/** Content of a request without a body. */
const emptyContent: RequestContent = bareContent(undefined)

/** Returns the content of a request whose body is the payload itself. */
function bareContent(payload: unknown): RequestContent {
  return { payload, authorId: undefined }
}

function clientOf(request: HttpRequest): ClientOrigin {
  return {
    ip: request.remoteAddress,
    userAgent: getHeader(request.headers, 'user-agent')?.slice(0, 512) ?? null,
  }
}
