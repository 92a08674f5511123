import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from '@parley/core'

/** So long a client that still sends has to take notice of its answer. */
const LINGER_MS = 1_000
/** No byte taken for so long of an answer that others wait for. */
const STALLED_MS = 10_000

/** Writes the answer in one piece. Does nothing when the client is gone or the host has already answered. */
export function writeResponse(target: ServerResponse, response: HttpResponse): void {
  const { onGone } = response
  if (target.destroyed || target.headersSent) {
    onGone?.()
    return
  }
  if (onGone !== undefined) watch(target, onGone)
  target.writeHead(response.status, framed(response))
  if (target.req.complete) target.end(response.body)
  else endWithRequest(target, response.body)
}

/**
 * The end of an answer may be that of the connection, and to who still sends it would be a reset, in which the answer is
 * lost (RFC 9112 §9.6). So it waits for the request to end, the rest of which is thrown away, but not for long.
 */
function endWithRequest(target: ServerResponse, body: string): void {
  if (body === '') target.flushHeaders()
  else target.write(body)
  const end = () => {
    clearTimeout(timer)
    target.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  target.req.once('close', end).resume()
}

/** A long answer holds up others until it is gone, so nobody may let it lie. */
function watch(target: ServerResponse, onGone: () => void): void {
  target.once('close', onGone)
  // Of no byte taken; Node.js then closes the connection, and sets its own times again once the answer is out.
  target.socket?.setTimeout(STALLED_MS)
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
