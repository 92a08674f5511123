import { IncomingMessage, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import {
  type CheckedServer,
  type ConnectionServer,
  decideUpgrades,
  declineUpgrade,
  requestEvent,
  type UpgradeDecider,
  upgradeEvent,
} from '@parley/adapter-node/sockets'
import type { Edge } from '@parley/core/adapter'

/** The part of a Node.js HTTP or HTTPS server that is needed to take requests before its listeners see them. */
export interface SocketIoHost extends ConnectionServer, UpgradeDecider, CheckedServer {
  emit(event: string | symbol, ...values: unknown[]): boolean
  on(event: 'upgrade', listener: () => void): unknown
  off(event: 'upgrade', listener: () => void): unknown
  listenerCount(event: 'upgrade'): number
}

/** Handles the requests of one engine. */
export interface RequestInterceptor {
  /** Engine whose requests it takes. */
  readonly edge: Edge
  owns(request: IncomingMessage): boolean
  /** Returns whether the request asks for a websocket. */
  isUpgrade(request: IncomingMessage): boolean
  handleRequest(request: IncomingMessage, response: ServerResponse): void
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Interceptions by server. Each server has at most one, however many engines it serves. */
const interceptions = new WeakMap<SocketIoHost, Interception>()

/**
 * Takes requests before the listeners of the server, whichever were added first. Otherwise those would respond too, and
 * close websockets of paths that they do not know. Returns a function that undoes it.
 */
export function intercept(server: SocketIoHost, interceptor: RequestInterceptor): () => void {
  const interception = interceptions.get(server) ?? new Interception(server)
  interceptions.set(server, interception)
  interception.add(interceptor)
  const restore = decideUpgrades(server, (request) => {
    if (!interceptor.owns(request)) return 'foreign'
    return interceptor.isUpgrade(request) ? 'websocket' : 'declined'
  })
  return () => {
    restore()
    if (interception.remove(interceptor) === 'last') interceptions.delete(server)
  }
}

/** Returns those who already take requests of the server. */
export function listInterceptors(server: SocketIoHost): readonly RequestInterceptor[] {
  return interceptions.get(server)?.interceptors ?? []
}

/** Replaces the `emit` method of a server. */
class Interception {
  readonly #server: SocketIoHost
  readonly #interceptors = new Set<RequestInterceptor>()
  readonly #emit: SocketIoHost['emit']
  readonly #hadOwnEmit: boolean
  readonly #intercepting: SocketIoHost['emit']

  constructor(server: SocketIoHost) {
    this.#server = server
    this.#emit = server.emit
    this.#hadOwnEmit = Object.hasOwn(server, 'emit')
    this.#intercepting = (event, ...values) => this.#hear(event, values)
    server.emit = this.#intercepting
    // Without a listener Node.js does not emit the event.
    server.on('upgrade', present)
  }

  get interceptors(): readonly RequestInterceptor[] {
    return [...this.#interceptors]
  }

  add(interceptor: RequestInterceptor): void {
    this.#interceptors.add(interceptor)
  }

  remove(interceptor: RequestInterceptor): 'last' | 'others' {
    this.#interceptors.delete(interceptor)
    if (this.#interceptors.size > 0) return 'others'
    this.#server.off('upgrade', present)
    // Another wrapper may have been installed on top of this one. Then this one passes everything on.
    if (this.#server.emit === this.#intercepting) {
      if (this.#hadOwnEmit) this.#server.emit = this.#emit
      else Reflect.deleteProperty(this.#server, 'emit')
    }
    return 'last'
  }

  #hear(event: string | symbol, values: readonly unknown[]): boolean {
    const [request, target, head] = values
    if (this.#interceptors.size === 0 || !(request instanceof IncomingMessage))
      return this.#passOn(event, values)
    if (event === 'upgrade' && target instanceof Duplex && Buffer.isBuffer(head)) {
      return this.#handleUpgrade({ request, socket: target, head })
    }
    const isRequest = event === 'request' || event === 'checkContinue'
    if (!isRequest || !(target instanceof ServerResponse)) return this.#passOn(event, values)
    const interceptor = this.#findInterceptor(request)
    if (interceptor === undefined) return this.#passOn(event, values)
    if (event === 'checkContinue') target.writeContinue()
    this.#passOn(requestEvent, [request, target])
    interceptor.handleRequest(request, target)
    return true
  }

  #handleUpgrade({ request, socket, head }: Upgrade): boolean {
    const interceptor = this.#findInterceptor(request)
    if (interceptor === undefined) return this.#passUpgradeOn({ request, socket, head })
    if (interceptor.isUpgrade(request)) {
      this.#passOn(upgradeEvent, [socket])
      interceptor.handleUpgrade(request, socket, head)
    } else declineUpgrade(this.#server, request, socket, head)
    return true
  }

  #passUpgradeOn({ request, socket, head }: Upgrade): boolean {
    const server = this.#server
    // Removed meanwhile, so that other listeners can see whether they are alone.
    server.off('upgrade', present)
    try {
      if (server.listenerCount('upgrade') > 0) return this.#passOn('upgrade', [request, socket, head])
    } finally {
      server.on('upgrade', present)
    }
    declineUpgrade(server, request, socket, head)
    return true
  }

  #passOn(event: string | symbol, values: readonly unknown[]): boolean {
    return this.#emit.call(this.#server, event, ...values)
  }

  #findInterceptor(request: IncomingMessage): RequestInterceptor | undefined {
    for (const interceptor of this.#interceptors) if (interceptor.owns(request)) return interceptor
    return undefined
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

function present(): void {}
