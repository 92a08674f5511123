import type { Edge } from '@parley/core'
import { checkEdge } from './check-edge.js'

/** What of a server shows which protocol it speaks. */
export interface CheckedServer {
  readonly headersTimeout?: number
}

/** A `TypeError` for what could never work, with what to do instead; `attach`: the function that the host has called. */
export function checkAttachment(attach: string, server: CheckedServer, edge: Edge): void {
  checkEdge(edge)
  if (!hasMethods(server, ['on', 'off', 'emit', 'listeners', 'address', 'close'])) {
    throw new TypeError(
      `${attach} needs the server that listens, such as createServer(app) or what app.listen() returns, not the app`,
    )
  }
  // Node.js has its times for HTTP/1.1 on every server that speaks it, and on no other.
  if (server.headersTimeout === undefined) {
    throw new TypeError(
      `${attach} needs a server that speaks HTTP/1.1, which websockets begin with: http2.createSecureServer({ allowHTTP1: true, … })`,
    )
  }
}

/** The same where one of `others`, which are attached to the server already, has the paths of the engine. */
export function checkPathsFree(attach: string, others: readonly Edge[], edge: Edge): void {
  for (const other of others) {
    const clash = edge.paths.find((path) => other.paths.some((taken) => overlap(path, taken)))
    if (clash !== undefined) {
      throw new TypeError(
        `${attach}: ${clash} is taken on this server already. Give each engine a baseUrl of its own; an engine is attached to a server once`,
      )
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
