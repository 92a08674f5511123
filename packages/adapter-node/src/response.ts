import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type HttpResponse, SourceReader, stalledMs, type TextResponse } from '@parley/core/adapter'
import { getContentLength, writeHead } from './head.js'
import { isIncomplete } from './message-body.js'
import { OutgoingBody } from './outgoing-body.js'

/** Time, in milliseconds, and bytes that a client which is still sending gets to notice its response. */
const LINGER_MS = 1_000
const LINGER_BYTES = 524_288

/**
 * Writes a response: a text in one piece, other bodies as fast as the client reads. Sends nothing when the client is
 * gone or the host has already responded.
 */
export function writeResponse(target: ServerResponse, response: HttpResponse): undefined | Promise<void> {
  if (isIncomplete(target.req) || isBehindOthers(target)) return writeLater(target, response)
  write(target, response)
  return undefined
}

async function writeLater(target: ServerResponse, response: HttpResponse): Promise<void> {
  // The end of the body may have arrived with the head and is being parsed.
  if (isIncomplete(target.req)) await nextTurn()
  if (isBehindOthers(target)) await turnOf(target)
  write(target, response)
}

/** Returns whether the host has to respond to an earlier request of the connection first (RFC 9112 §9.3.2). */
function isBehindOthers({ socket, headersSent }: ServerResponse): boolean {
  return socket === null && !headersSent
}

/**
 * Resolves when the connection is free for this response, or gone. Until then Node.js would buffer everything, and
 * would not report a broken connection.
 */
function turnOf(target: ServerResponse): Promise<void> {
  const { socket } = target.req
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => {
    const goOn = () => {
      target.off('socket', goOn)
      socket.off('close', goOn)
      resolve()
    }
    target.on('socket', goOn)
    socket.on('close', goOn)
  })
}

function write(target: ServerResponse, response: HttpResponse): void {
  if (target.socket === null || target.destroyed || target.headersSent) {
    drop(response)
    return
  }
  const { status, body, onClose } = response
  if (onClose !== undefined) target.once('close', onClose)
  // From here on, a connection that breaks ends the source.
  const outgoing = typeof body === 'string' ? body : new OutgoingBody(target, body)
  const isEarly = isIncomplete(target.req)
  // Ends the connection, so that the rest of the request need not be read.
  if (isEarly) target.shouldKeepAlive = false
  writeHead(target, status, response.headers, getContentLength(response))
  if (typeof outgoing === 'string') {
    // A long response delays others until it is sent, so the client must keep reading. Node.js closes the connection
    // when no byte is taken for this time, and restores its own timeouts after the response.
    if (onClose !== undefined) target.socket.setTimeout(stalledMs)
    end(target, outgoing, isEarly)
  } else if (target.req.method === 'HEAD' || isBodiless(status)) {
    outgoing.cancel()
    end(target, '', isEarly)
  } else outgoing.send(() => end(target, '', isEarly))
}

function drop({ body, onClose }: HttpResponse): void {
  if (typeof body !== 'string') new SourceReader(body).cancel()
  onClose?.()
}

/** Ends the response with the rest of its body. */
function end(target: ServerResponse, rest: string, isEarly: boolean): void {
  if (isEarly) endLater(target, rest)
  else target.end(rest)
}

/**
 * Ends the response later. Closing the connection while the client is still sending would reset it and lose the
 * response (RFC 9112 §9.6), so this waits a short time for the client to close. Incoming bytes are no longer parsed
 * meanwhile, because one read can hold thousands of chunks.
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

/** Stops parsing what arrives on the connection. Nothing there belongs to a request anymore. */
export function stopParsing(socket: Socket): void {
  socket.removeAllListeners('data')
  // Makes Node.js's parser, which may read past the socket, let go of it.
  socket.on('data', ignore)
}

function ignore(): void {}

/**
 * Responds to an upgrade request with a plain response and ends the connection. After an 'upgrade' event there is no
 * HTTP parser left that could read a second request.
 */
export function refuseUpgrade(socket: Duplex, response: TextResponse): void {
  const { status, headers, body } = response
  const length = getContentLength(response)
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  if (length !== undefined) head += `content-length: ${length}\r\n`
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`${head}connection: close\r\n\r\n${body}`)
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}
