import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { refuseUpgrade } from './response.js'

/** What of a Node.js HTTP or HTTPS server is needed to hand a connection back to it. */
export interface ConnectionTaker {
  emit(event: 'connection' | 'secureConnection', socket: Duplex): boolean
  /** As Node.js has it: `null` is its default, 0 no limit. */
  readonly maxHeadersCount?: number | null
}

/** Node.js's own, where the server has none. */
const defaultMaxHeaders = 1_000
/** More than the part of a body that is there when its head has been read; only requests behind each other come to it. */
const maxUnreadBytes = 262_144
/** Nothing taken of an answer for so long that an upgrade waits for: over TLS Node.js may not see that the client is gone. */
const STALLED_MS = 150_000
const upgradeHeaders: readonly string[] = ['upgrade', 'http2-settings']

/**
 * Has the server answer a request as if it had not asked for an upgrade, which a server may do (RFC 9110 §7.8). At an
 * 'upgrade' event Node.js has taken its parser off the connection and read the head alone. So the head goes back on the
 * socket, without what asks for the upgrade, and the socket to the server like one that has just connected: body,
 * keep-alive, limits and timeouts are those of any request. Listeners to the server's 'connection' see the socket again.
 * Answers to earlier requests of the connection go out first. A connection goes back once in a turn of the event loop at
 * most, for each time costs a parser; one on which much has arrived behind the request ends with the answer.
 */
export function declineUpgrade(
  server: ConnectionTaker,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  if (isCut(request, server.maxHeadersCount)) {
    refuseUpgrade(socket, { status: 431, headers: {}, body: '' })
    return
  }
  const isLast = head.length + socket.readableLength > maxUnreadBytes
  // Not in one piece, which would be a copy of all that is there for each request in it.
  socket.unshift(head)
  socket.unshift(Buffer.from(plainHead(request, isLast), 'latin1'))
  handBackAfterAnswers(server, socket)
}

/**
 * Node.js drops the headers beyond the limit, and says so nowhere. Among them may be those that say where the body
 * ends; without them it would be taken for the next request.
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

/** A line, or nothing; `Connection` names the headers that concern this connection only (RFC 9110 §7.6.1). */
function plainHeader(name: string, value: string): string {
  const lowerName = name.toLowerCase()
  if (upgradeHeaders.includes(lowerName)) return ''
  if (lowerName !== 'connection') return `${name}: ${value}\r\n`
  const options = value.split(',').filter((option) => !upgradeHeaders.includes(option.trim().toLowerCase()))
  return options.length === 0 ? '' : `${name}: ${options.join().trim()}\r\n`
}

/** What is answered from now on would overtake them. */
function handBackAfterAnswers(server: ConnectionTaker, socket: Duplex): void {
  // Node.js has taken its own off, and what is being written may fail at any time, also when the socket is not handed back.
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
      // Not after an answer that ends the connection.
      if (socket.writable) handBack(server, socket)
    })
  }
  goOn()
}

function destroy(this: Duplex): void {
  this.destroy()
}

/** Who listens to 'readable' makes a stream keep what arrives, even when it is resumed. */
function keepUnread(): void {}

/** The answer that Node.js is sending on the connection, or will send next. Nothing public tells. */
function unansweredOn(socket: Duplex): ServerResponse | undefined {
  const message = '_httpMessage' in socket ? socket._httpMessage : undefined
  return message instanceof ServerResponse ? message : undefined
}

function handBack(server: ConnectionTaker, socket: Duplex): void {
  // The end of the answer before has set the time for idle connections, and a new parser would not know of it.
  if (socket instanceof Socket) socket.setTimeout(0)
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket)
}
