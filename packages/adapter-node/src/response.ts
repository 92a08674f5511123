import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from '@parley/core'

/** Writes the answer in one piece. Does nothing when the client is gone or the host has already answered. */
export function writeResponse(target: ServerResponse, response: HttpResponse): void {
  if (target.destroyed || target.headersSent) return
  target.writeHead(response.status, framed(response))
  target.end(response.body)
}

/**
 * Answers an upgrade request with a plain response, and ends the connection: after an 'upgrade' event there is
 * no HTTP parser any more that could read a second request.
 */
export function refuseUpgrade(socket: Duplex, response: HttpResponse): void {
  const { status, body } = response
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  const headers = framed(response)
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`${head}connection: close\r\n\r\n${body}`)
}

/**
 * Names and values in turn, as Node.js takes them without a copy. A 204 or 304 must not (RFC 9110 §8.6) or need not
 * carry a length; both end with their head.
 */
function framed({ status, headers, body }: HttpResponse): string[] {
  const framed: string[] = []
  for (const name of Object.keys(headers)) framed.push(name, headers[name] ?? '')
  if (status !== 204 && status !== 304) framed.push('content-length', String(Buffer.byteLength(body)))
  return framed
}
