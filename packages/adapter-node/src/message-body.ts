import type { IncomingMessage } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import { BodyTakenError } from '@parley/core/adapter'

type AnyRequest = IncomingMessage | Http2ServerRequest

/** Returns whether the message has a body, or may have one. */
export function hasBody(request: AnyRequest): boolean {
  if (request instanceof Http2ServerRequest) return !request.stream.endAfterHeaders
  const { headers } = request
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Returns whether part of a body is still to come. A request without a body counts as complete only after everything
 * read so far is parsed.
 */
export function isIncomplete(request: AnyRequest): boolean {
  return !request.complete && hasBody(request)
}

/** Returns whether anything has read from the body, even if only its end. */
export function wasRead({ readableDidRead, readableEnded }: AnyRequest): boolean {
  return readableDidRead || readableEnded
}

/** Parsers that usually read a body, by media type. */
const parsers = new Map([
  ['application/json', 'express.json()'],
  ['application/x-www-form-urlencoded', 'express.urlencoded()'],
  ['multipart/form-data', 'multer'],
])

/** Returns whether the body is a multipart form. */
export function isForm({ headers }: AnyRequest): boolean {
  return mediaTypeOf(headers) === 'multipart/form-data'
}

function mediaTypeOf(headers: IncomingMessage['headers']): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Returns the error for a body that the host has already read. It names the parser that is probably mounted before
 * Parley.
 */
export function createBodyTakenError({ headers }: AnyRequest): BodyTakenError {
  const mediaType = mediaTypeOf(headers)
  const parser = parsers.get(mediaType)
  const parserName =
    parser === undefined ? 'the body parser' : `the body parser for ${mediaType} (such as ${parser})`
  return new BodyTakenError(`Mount ${parserName} after Parley, or make it keep the body in request.body`)
}
