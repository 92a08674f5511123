import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import { TLSSocket } from 'node:tls'
import type { HttpBody, HttpHeaders, HttpRequest } from '@parley/core/adapter'
import type { RequestTarget } from './target.js'

/** Translates a Node.js request for the engine. `unnamedPrefix` is explained in {@link HttpRequest}. */
export function toHttpRequest(
  request: IncomingMessage | Http2ServerRequest,
  { path, query }: RequestTarget,
  body: HttpBody,
  unnamedPrefix: string | undefined,
): HttpRequest {
  const translated = {
    method: request.method ?? 'GET',
    path,
    query,
    headers: request instanceof Http2ServerRequest ? withoutPseudo(request.headers) : request.headers,
    remoteAddress: request.socket.remoteAddress ?? null,
    isSecure: request.socket instanceof TLSSocket,
    raw: request,
    body,
  }
  return unnamedPrefix === undefined ? translated : { ...translated, unnamedPrefix }
}

/**
 * Returns the headers as in HTTP/1.1. HTTP/2 sends method, path and host in pseudo-headers, whose names no other header
 * can have.
 */
function withoutPseudo(headers: IncomingHttpHeaders): HttpHeaders {
  const kept: Record<string, string | readonly string[] | undefined> = {
    host: headers[':authority']?.toString(),
  }
  for (const name of Object.keys(headers)) if (!name.startsWith(':')) kept[name] = headers[name]
  return kept
}
