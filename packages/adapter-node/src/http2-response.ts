import { constants, type Http2ServerResponse } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type HttpResponse, SourceReader, stalledMs } from '@parley/core/adapter'
import { getContentLength, writeHead } from './head.js'
import { isIncomplete } from './message-body.js'

/**
 * Writes a response over HTTP/2, like `writeResponse`. It ends the stream where that function ends the connection.
 * Sends nothing when the client is gone or the host has already responded.
 */
export function writeHttp2Response(target: Http2ServerResponse, response: HttpResponse): undefined {
  const { stream, req: request } = target
  const { status, body, onClose } = response
  const reader = typeof body === 'string' ? undefined : new SourceReader(body)
  if (stream.destroyed || stream.closed || target.headersSent) {
    reader?.cancel()
    onClose?.()
    return undefined
  }
  if (onClose !== undefined) stream.once('close', onClose)
  // Ends the stream of a client that stops reading.
  stream.setTimeout(stalledMs, () => stream.close(constants.NGHTTP2_CANCEL))
  // The rest of the request body is not needed (RFC 9113 §8.1).
  if (isIncomplete(request)) {
    stream.once('finish', () => {
      stream.close(constants.NGHTTP2_NO_ERROR)
      // Unread data keeps the stream open, and with it the connection of a client that is gone.
      request.resume()
    })
  }
  writeHead(target, status, headersOf(response), getContentLength(response))
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304
  if (typeof body === 'string') {
    if (isBodiless) target.end()
    else target.end(body)
  } else if (reader !== undefined && !isBodiless) {
    stream.once('close', () => reader.cancel())
    // An incomplete body must end the stream with an error. The source reports why it failed.
    pipeline(Readable.from(chunksOf(reader), { objectMode: false }), stream).catch(() => stream.destroy())
  } else {
    reader?.cancel()
    target.end()
  }
  return undefined
}

async function* chunksOf(reader: SourceReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await reader.next()
    if (chunk === undefined) return
    yield chunk
  }
}

/** Returns the headers without `Connection`, which HTTP/2 does not have (RFC 9113 §8.2.2). */
function headersOf({ headers }: HttpResponse): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== 'connection') kept[name] = value
  }
  return kept
}
