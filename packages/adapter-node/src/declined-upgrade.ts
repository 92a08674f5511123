import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { refuseUpgrade } from './response.js'

/** The part of a Node.js HTTP or HTTPS server that is needed to hand a connection back to it. */
export interface ConnectionServer {
  emit(event: 'connection' | 'secureConnection', socket: Duplex): boolean
  /** Limit of the server: `null` means the default of Node.js, 0 means no limit. */
  readonly maxHeadersCount?: number | null
}

/** Default limit of Node.js. */
const defaultMaxHeaders = 1_000
/** Limit of unread bytes, more than the part of a body that arrives with its head. Only pipelined requests reach it. */
const maxUnreadBytes = 262_144
/**
 * Time without progress after which a response that an upgrade waits for is given up, in milliseconds. Over TLS Node.js
 * may not notice that the client is gone.
 */
const STALLED_MS = 150_000
const upgradeHeaders: readonly string[] = ['upgrade', 'http2-settings']

/**
 * Makes the server handle a request as if it had not asked for an upgrade, which a server may do (RFC 9110 §7.8).
 *
 * At an 'upgrade' event Node.js has detached its parser and read only the head. So the head goes back on the socket,
 * without the headers that ask for the upgrade, and the socket goes back to the server like a new connection. Body,
 * keep-alive, limits and timeouts then work as for any request, and 'connection' listeners of the server see the socket
 * again.
 *
 * Responses to earlier requests of the connection go out first. A connection goes back at most once per turn of the
 * event loop, because each time costs a parser. A connection with many bytes behind the request ends with the response.
 */
export function declineUpgrade(
  server: ConnectionServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  if (isCut(request, server.maxHeadersCount)) {
    refuseUpgrade(socket, { status: 431, headers: {}, body: '' })
    return
  }
  const isLast = head.length + socket.readableLength > maxUnreadBytes
  // Two calls, because joining the parts would copy all the remaining bytes for each request in them.
  socket.unshift(head)
  socket.unshift(Buffer.from(plainHead(request, isLast), 'latin1'))
  handBackAfterAnswers(server, socket)
}

/**
 * Returns whether headers may be missing. Node.js silently drops headers beyond the limit, and the dropped ones may say
 * where the body ends: the body would then be read as the next request.
 */
function isCut({ rawHeaders }: IncomingMessage, maxHeaders: number | null | undefined): boolean {
  return maxHeaders !== 0 && rawHeaders.length >= 2 * (maxHeaders ?? defaultMaxHeaders)
}

function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage, isLast: boolean): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n${isLast ? 'Connection: close\r\n' : ''}`
  for (let at = 0; at < rawHeaders.length; at += 2) {
    head += plainHeader(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return `${head}\r\n`
}

/**
 * Returns the header line, or an empty string for a header of the upgrade. `Connection` loses the names of such headers
 * (RFC 9110 §7.6.1).
 */
function plainHeader(name: string, value: string): string {
  const lowerName = name.toLowerCase()
  if (upgradeHeaders.includes(lowerName)) return ''
  if (lowerName !== 'connection') return `${name}: ${value}\r\n`
  const options = value.split(',').filter((option) => !upgradeHeaders.includes(option.trim().toLowerCase()))
  return options.length === 0 ? '' : `${name}: ${options.join().trim()}\r\n`
}

/** Hands the socket back after the responses to earlier requests. A response sent now would overtake them. */
function handBackAfterAnswers(server: ConnectionServer, socket: Duplex): void {
  // Node.js has removed its own error listener, and a pending write may fail at any time, even if the socket is not
  // handed back.
  if (!socket.listeners('error').includes(destroy)) socket.on('error', destroy)
  socket.on('timeout', destroy).on('readable', keepUnread)
  if (socket instanceof Socket && !socket.timeout) socket.setTimeout(STALLED_MS)
  const goOn = () => {
    const response = unansweredOn(socket)
    if (response !== undefined && !socket.destroyed) {
      response.once('close', goOn)
      return
    }
    setImmediate(() => {
      socket.off('timeout', destroy).off('readable', keepUnread)
      // The last response may have ended the connection.
      if (socket.writable) handBack(server, socket)
    })
  }
  goOn()
}

function destroy(this: Duplex): void {
  this.destroy()
}

/** Does nothing. A listener of 'readable' makes a stream keep what arrives, even when it is resumed. */
function keepUnread(): void {}

/**
 * Returns the response that Node.js is sending on the connection, or will send next. There is no public API for this.
 */
function unansweredOn(socket: Duplex): ServerResponse | undefined {
  const message = '_httpMessage' in socket ? socket._httpMessage : undefined
  return message instanceof ServerResponse ? message : undefined
}

function handBack(server: ConnectionServer, socket: Duplex): void {
  // The end of the previous response has set the keep-alive timeout, which the new parser does not know about.
  if (socket instanceof Socket) socket.setTimeout(0)
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket)
}
