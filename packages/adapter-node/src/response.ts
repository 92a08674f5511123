import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type HttpResponse, SourceReader, stalledMs, type TextResponse } from '@parley/core'
import { lengthOf, writeHead } from './head.js'
import { isIncomplete } from './message-body.js'
import { OutgoingBody } from './outgoing-body.js'

/** So long, and for so many bytes, a client that still sends has to take notice of its answer. */
const LINGER_MS = 1_000
const LINGER_BYTES = 524_288

/**
 * Writes a text in one piece, a body that is made while it is sent as the client takes it. Sends nothing when the client
 * is gone or the host has already answered.
 */
export function writeResponse(target: ServerResponse, response: HttpResponse): undefined | Promise<void> {
  if (isIncomplete(target.req) || isBehindOthers(target)) return writeLater(target, response)
  write(target, response)
  return undefined
}

async function writeLater(target: ServerResponse, response: HttpResponse): Promise<void> {
  // The end of the body may have arrived with the head, and is being parsed.
  if (isIncomplete(target.req)) await nextTurn()
  if (isBehindOthers(target)) await turnOf(target)
  write(target, response)
}

/** Whether an answer of the host's to an earlier request of the connection goes first (RFC 9112 §9.3.2). */
function isBehindOthers({ socket, headersSent }: ServerResponse): boolean {
  return socket === null && !headersSent
}

/**
 * Resolves once the connection is there for this answer, or gone. Before, Node.js would keep all that is written, and does
 * not say when the connection breaks.
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
  const { status, body, onGone } = response
  if (onGone !== undefined) target.once('close', onGone)
  // From here on a connection that breaks ends the source.
  const outgoing = typeof body === 'string' ? body : new OutgoingBody(target, body)
  const isEarly = isIncomplete(target.req)
  // Nobody has to read the rest of a request to find the next one.
  if (isEarly) target.shouldKeepAlive = false
  writeHead(target, status, response.headers, lengthOf(response))
  if (typeof outgoing === 'string') {
    // A long answer holds up others until it is gone, so nobody may let it lie. Node.js closes the connection on which no
    // byte is taken for so long, and sets its own times again once the answer is out.
    if (onGone !== undefined) target.socket.setTimeout(stalledMs)
    end(target, outgoing, isEarly)
  } else if (target.req.method === 'HEAD' || isBodiless(status)) {
    outgoing.cancel()
    end(target, '', isEarly)
  } else outgoing.send(() => end(target, '', isEarly))
}

function drop({ body, onGone }: HttpResponse): void {
  if (typeof body !== 'string') new SourceReader(body).cancel()
  onGone?.()
}

/** Ends the answer, with what is left of its body. */
function end(target: ServerResponse, rest: string, isEarly: boolean): void {
  if (isEarly) endLater(target, rest)
  else target.end(rest)
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

/**
 * Answers an upgrade request with a plain response, and ends the connection: after an 'upgrade' event there is
 * no HTTP parser any more that could read a second request.
 */
export function refuseUpgrade(socket: Duplex, response: TextResponse): void {
  const { status, headers, body } = response
  const length = lengthOf(response)
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
