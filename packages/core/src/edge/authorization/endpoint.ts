import type { Origin } from '../../changes/origin.js'
import { ParleyError } from '../../errors.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { BodyContent } from '../http/body-content.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { failure, withHeaders } from '../http/responses.js'
import { formParameters } from './oauth-body.js'

/** `content` is the body of a POST. */
export type Handler = (request: HttpRequest, content: BodyContent, origin: Origin) => Promise<HttpResponse>

/** What is at one path of the authorization service. */
export interface Endpoint {
  /** People see a page, programs get JSON: also when it fails. */
  readonly isPage: boolean
  readonly methods: ReadonlyMap<string, Handler>
  /** What `Allow` says. */
  readonly allow: string
}

type Handlers = Readonly<Record<string, Handler>>

export function json(methods: Handlers): Endpoint {
  return endpointOf(methods, false)
}

export function page(methods: Handlers): Endpoint {
  return endpointOf(methods, true)
}

type ShowForm = (request: HttpRequest, fields: Parameters, origin: Origin) => Promise<HttpResponse>

/** A page's form comes back to it. */
export function form(show: ShowForm): Endpoint {
  return page({
    POST: async (request, content, origin) => show(request, formParameters(request.headers, content), origin),
  })
}

function endpointOf(methods: Handlers, isPage: boolean): Endpoint {
  return { isPage, methods: new Map(Object.entries(methods)), allow: Object.keys(methods).join(', ') }
}

/** The pages are for no other origin, so nobody asks beforehand with OPTIONS. */
export function methodNotAllowed({ allow, isPage }: Endpoint): HttpResponse {
  const response = failure(new ParleyError('method_not_allowed', { data: { allow } }))
  return withHeaders(response, isPage ? { Allow: allow } : undefined)
}
