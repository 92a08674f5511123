import type { IncomingMessage } from 'node:http'
import { type RequestTarget, splitTarget } from '@parley/adapter-node/sockets'
import type { RtmHandshake } from '@parley/core'

/** What a request asks of Engine.IO. */
export interface EngineQuery {
  readonly EIO: '3' | '4'
  readonly transport: 'polling' | 'websocket'
  /** Of the session that the request is about; absent: it begins one. */
  readonly sid?: string
}

/** Of the path and the query: longer ones are nobody's. */
const maxTargetLength = 8_192

export function targetOf({ url = '/' }: IncomingMessage): RequestTarget {
  return splitTarget(url)
}

const named = ['EIO', 'transport', 'sid']

/** `undefined`: no client of Socket.IO asks like this. */
export function engineQueryOf({ path, query }: RequestTarget): EngineQuery | undefined {
  if (path.length + query.length > maxTargetLength) return undefined
  const parameters = new URLSearchParams(query)
  // What one part of a chain takes for the first, another may take for the last.
  if (named.some((name) => parameters.getAll(name).length > 1)) return undefined
  const [EIO, transport, sid] = named.map((name) => parameters.get(name))
  if (EIO !== '3' && EIO !== '4') return undefined
  if (transport !== 'polling' && transport !== 'websocket') return undefined
  // Polling as a script, for browsers that nobody has any more.
  if (parameters.has('j')) return undefined
  return sid ? { EIO, transport, sid } : { EIO, transport }
}

export function handshakeOf(request: IncomingMessage): RtmHandshake {
  const remoteAddress = request.socket.remoteAddress ?? null
  return { ...targetOf(request), headers: request.headers, remoteAddress, wire: 'socket.io' }
}
