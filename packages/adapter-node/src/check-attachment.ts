import { ParleyConfigError } from '@parley/core'
import type { Edge } from '@parley/core/adapter'
import { checkEdge } from './check-edge.js'

/** The part of a server that shows which protocol it speaks. */
export interface CheckedServer {
  readonly headersTimeout?: number
}

/**
 * Throws a `ParleyConfigError`, with a remedy, when the attachment could never work. `attach` is the name of the
 * function that the host called.
 */
export function checkAttachment(attach: string, server: CheckedServer, edge: Edge): void {
  checkEdge(edge)
  if (!hasMethods(server, ['on', 'off', 'emit', 'listeners', 'address', 'close'])) {
    const message = `${attach} needs the server that listens, such as createServer(app) or what app.listen() returns, not the app`
    throw new ParleyConfigError('server_expected', { option: `${attach}.server`, message })
  }
  // Every server that speaks HTTP/1.1 has this timeout, and no other server has.
  if (server.headersTimeout === undefined) {
    const message = `${attach} needs a server that speaks HTTP/1.1, which websockets start with: http2.createSecureServer({ allowHTTP1: true, … })`
    throw new ParleyConfigError('http1_required', { option: `${attach}.server`, message })
  }
}

/**
 * Throws a `ParleyConfigError` when one of `others`, which are attached to the server already, has paths of the engine.
 */
export function checkPathsFree(attach: string, others: readonly Edge[], edge: Edge): void {
  for (const other of others) {
    const clash = edge.paths.find((path) => other.paths.some((taken) => overlap(path, taken)))
    if (clash !== undefined) {
      const message = `${attach}: ${clash} is taken on this server already. Give each engine a baseUrl of its own; an engine is attached to a server once`
      throw new ParleyConfigError('paths_taken', { option: 'baseUrl', message })
    }
  }
}

function overlap(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`)
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return names.every((name) => typeof Reflect.get(value, name) === 'function')
}
