import type { IncomingMessage } from 'node:http'
import { type RequestTarget, splitTarget } from '@parley/adapter-node/sockets'
import type { RtmHandshake } from '@parley/core/adapter'

/** Query of an Engine.IO request. */
export interface EngineQuery {
  readonly EIO: '3' | '4'
  readonly transport: 'polling' | 'websocket'
  /** Id of the session that the request belongs to. Absent when the request begins one. */
  readonly sid?: string
}

/** Maximum length of path and query. No client sends longer ones. */
const maxTargetLength = 8_192

export function getTarget({ url = '/' }: IncomingMessage): RequestTarget {
  return splitTarget(url)
}

const named = ['EIO', 'transport', 'sid']

/** Returns the query of a request, or `undefined` when no Socket.IO client would send it. */
export function parseEngineQuery({ path, query }: RequestTarget): EngineQuery | undefined {
  if (path.length + query.length > maxTargetLength) return undefined
  const parameters = new URLSearchParams(query)
  // Parsers disagree on whether the first or the last of repeated parameters counts.
  if (named.some((name) => parameters.getAll(name).length > 1)) return undefined
  const [EIO, transport, sid] = named.map((name) => parameters.get(name))
  if (EIO !== '3' && EIO !== '4') return undefined
  if (transport !== 'polling' && transport !== 'websocket') return undefined
  // JSONP polling, for browsers that are no longer in use.
  if (parameters.has('j')) return undefined
  return sid ? { EIO, transport, sid } : { EIO, transport }
}

export function toHandshake(request: IncomingMessage): RtmHandshake {
  const remoteAddress = request.socket.remoteAddress ?? null
  return { ...getTarget(request), headers: request.headers, remoteAddress, wire: 'socket.io' }
}
