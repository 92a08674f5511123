import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpResponse } from '@parley/core'

/** So long, and for so many bytes, a client that still sends has to take notice of its answer. */
const LINGER_MS = 1_000
const LINGER_BYTES = 524_288
/**
 * No byte taken for so long of an answer that others wait for. A system lets go of what it has for a slow client some
 * hundred kilobytes at a time, so that a steady reader may seem to take nothing for half a minute.
 */
const STALLED_MS = 40_000

/** Writes the answer in one piece. Does nothing when the client is gone or the host has already answered. */
export function writeResponse(target: ServerResponse, response: HttpResponse): undefined | Promise<void> {
  if (!isIncomplete(target.req)) {
    write(target, response)
    return undefined
  }
  // The end of the body may have arrived with the head, and is being parsed.
  return nextTurn().then(() => write(target, response))
}

function write(target: ServerResponse, response: HttpResponse): void {
  const { onGone } = response
  if (target.destroyed || target.headersSent) {
    onGone?.()
    return
  }
  if (onGone !== undefined) watch(target, onGone)
  const isEarly = isIncomplete(target.req)
  // Nobody has to read the rest of a request to find the next one.
  if (isEarly) target.shouldKeepAlive = false
  target.writeHead(response.status, framed(response))
  if (isEarly) endLater(target, response.body)
  else target.end(response.body)
}

/** Whether some of a body is still to come. A request without one is complete only once all of its read is parsed. */
function isIncomplete({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * The end of the answer is that of the connection, and to who still sends it would be a reset, in which the answer is lost
 * (RFC 9112 §9.6). So it waits for the client to close, but not for long. What arrives meanwhile is no more parsed: a read
 * can hold thousands of chunks.
 */
function endLater(target: ServerResponse, body: string): void {
  const { socket } = target.req
  if (body === '') target.flushHeaders()
  else target.write(body)
  let leftBytes = LINGER_BYTES
  const end = () => {
    clearTimeout(timer)
    target.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  stopParsing(socket)
  socket.on('data', ({ length }: Uint8Array) => {
    leftBytes -= length
    if (leftBytes < 0) end()
  })
  socket.once('end', end).once('close', end).resume()
}

/** What else arrives on the connection is no part of a request any more. */
export function stopParsing(socket: Socket): void {
  socket.removeAllListeners('data')
  // Has Node.js's parser, which may read past the socket, let go of it.
  socket.on('data', ignore)
}

function ignore(): void {}

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
