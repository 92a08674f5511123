import type { Origin } from '../../changes/origin.js'
import { ParleyError } from '../../errors.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { BodyContent } from '../http/body-content.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { failure, withHeaders } from '../http/responses.js'
import { formParameters } from './oauth-body.js'

/** Handles one method of an endpoint. `content` is the body of a POST. */
export type Handler = (request: HttpRequest, content: BodyContent, origin: Origin) => Promise<HttpResponse>

/** The methods at one path of the authorization service. */
export interface Endpoint {
  /** Whether responses, including errors, are pages for people. Other endpoints respond with JSON. */
  readonly isPage: boolean
  readonly methods: ReadonlyMap<string, Handler>
  /** Value of the header `Allow`. */
  readonly allow: string
}

type Handlers = Readonly<Record<string, Handler>>

/** Creates an endpoint that responds with JSON. */
export function json(methods: Handlers): Endpoint {
  return endpointOf(methods, false)
}

/** Creates an endpoint that responds with pages. */
export function page(methods: Handlers): Endpoint {
  return endpointOf(methods, true)
}

type ShowForm = (request: HttpRequest, fields: Parameters, origin: Origin) => Promise<HttpResponse>

/** Creates an endpoint that the form of a page is sent to. */
export function form(show: ShowForm): Endpoint {
  return page({
    POST: async (request, content, origin) => show(request, formParameters(request.headers, content), origin),
  })
}

function endpointOf(methods: Handlers, isPage: boolean): Endpoint {
  return { isPage, methods: new Map(Object.entries(methods)), allow: Object.keys(methods).join(', ') }
}

/**
 * Returns the response for an unknown method. Pages belong to no other origin, so browsers send no OPTIONS request for
 * them.
 */
export function methodNotAllowed({ allow, isPage }: Endpoint): HttpResponse {
  const response = failure(new ParleyError('method_not_allowed', { data: { allow } }))
  return withHeaders(response, isPage ? { Allow: allow } : undefined)
}
