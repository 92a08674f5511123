import type { IncomingMessage } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import { BodyTakenError } from '@parley/core'

type AnyRequest = IncomingMessage | Http2ServerRequest

/** Whether the message has a body, or may have one. */
export function hasBody(request: AnyRequest): boolean {
  if (request instanceof Http2ServerRequest) return !request.stream.endAfterHeaders
  const { headers } = request
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Whether some of a body is still to come. A request without one is complete only once all of its read is parsed. */
export function isIncomplete(request: AnyRequest): boolean {
  return !request.complete && hasBody(request)
}

/** Whether somebody has taken of the body, if only its end. */
export function wasRead({ readableDidRead, readableEnded }: AnyRequest): boolean {
  return readableDidRead || readableEnded
}

/** By media type, who mostly reads such bodies. */
const parsers = new Map([
  ['application/json', 'express.json()'],
  ['application/x-www-form-urlencoded', 'express.urlencoded()'],
  ['multipart/form-data', 'multer'],
])

export function isForm({ headers }: AnyRequest): boolean {
  return mediaTypeOf(headers) === 'multipart/form-data'
}

function mediaTypeOf(headers: IncomingMessage['headers']): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The host's mistake, told with the parser that it has probably mounted first. */
export function bodyTaken({ headers }: AnyRequest): BodyTakenError {
  const mediaType = mediaTypeOf(headers)
  const parser = parsers.get(mediaType)
  const whose =
    parser === undefined ? 'the parser of bodies' : `the parser of ${mediaType} (such as ${parser})`
  return new BodyTakenError(`Mount ${whose} after Parley, or have it leave what it read in request.body`)
}
