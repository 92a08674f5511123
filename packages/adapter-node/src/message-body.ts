import type { IncomingMessage } from 'node:http'
import { BodyTakenError } from '@parley/core'

/** Whether the message has a body, or may have one. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Whether some of a body is still to come. A request without one is complete only once all of its read is parsed. */
export function isIncomplete(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request)
}

/** Whether somebody has taken of the body, if only its end. */
export function wasRead({ readableDidRead, readableEnded }: IncomingMessage): boolean {
  return readableDidRead || readableEnded
}

/** By media type, who mostly reads such bodies. */
const parsers = new Map([
  ['application/json', 'express.json()'],
  ['application/x-www-form-urlencoded', 'express.urlencoded()'],
  ['multipart/form-data', 'multer'],
])

export function isForm({ headers }: IncomingMessage): boolean {
  return mediaTypeOf(headers) === 'multipart/form-data'
}

function mediaTypeOf(headers: IncomingMessage['headers']): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The host's mistake, told with the parser that it has probably mounted first. */
export function bodyTaken({ headers }: IncomingMessage): BodyTakenError {
  const mediaType = mediaTypeOf(headers)
  const parser = parsers.get(mediaType)
  const whose =
    parser === undefined ? 'the parser of bodies' : `the parser of ${mediaType} (such as ${parser})`
  return new BodyTakenError(`Mount ${whose} after Parley, or have it leave what it read in request.body`)
}
