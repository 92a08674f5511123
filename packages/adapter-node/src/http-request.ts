import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { HttpBody, HttpRequest } from '@parley/core'
import type { RequestTarget } from './target.js'

export function toHttpRequest(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  body: HttpBody,
): HttpRequest {
  return {
    method: request.method ?? 'GET',
    path,
    query,
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress ?? null,
    isSecure: request.socket instanceof TLSSocket,
    body,
  }
}
