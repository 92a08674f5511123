import type { Edge, OutgoingFrame, RtmConnection, RtmHandshake, RtmSession } from '@parley/core/adapter'
import type { Closing } from './link.js'

/**
 * Name of the query parameter that identifies a connection, so that its client can look up how the engine closed it.
 */
export const linkParameter = 'link'

const closings = new Map<string, Closing>()

/** Returns why the engine closed a connection, for transports that do not transmit it. */
export function takeClosing(link: string): Closing | undefined {
  const closing = closings.get(link)
  closings.delete(link)
  return closing
}

const open = new Map<string, () => void>()

/** Resolves once the engine has noticed the end of the connection. */
export function waitUntilClosed(link: string): Promise<void> {
  if (!open.has(link)) return Promise.resolve()
  return new Promise((resolve) => open.set(link, resolve))
}

/** Returns the engine's edge, and records how it closes connections. */
export function watched(edge: Edge): Edge {
  const rtm = (connection: RtmConnection, handshake: RtmHandshake): RtmSession => {
    const link = new URLSearchParams(handshake.query).get(linkParameter)
    if (link === null) return edge.rtm(connection, handshake)
    open.set(link, () => {})
    return watchedSession(edge.rtm(new WatchedConnection(connection, link), handshake), link)
  }
  return new Proxy(edge, {
    get: (target, name, receiver) => (name === 'rtm' ? rtm : Reflect.get(target, name, receiver)),
  })
}

function watchedSession(session: RtmSession, link: string): RtmSession {
  return {
    receive: (message) => session.receive(message),
    receiveBinary: () => session.receiveBinary(),
    receivePing: () => session.receivePing(),
    receivePong: () => session.receivePong(),
    closed() {
      session.closed()
      open.get(link)?.()
      open.delete(link)
    },
  }
}

class WatchedConnection implements RtmConnection {
  readonly #connection: RtmConnection
  readonly #link: string

  constructor(connection: RtmConnection, link: string) {
    this.#connection = connection
    this.#link = link
  }

  get canPause(): boolean {
    return this.#connection.canPause
  }

  get bufferedBytes(): number {
    return this.#connection.bufferedBytes
  }

  get flushedBytes(): number {
    return this.#connection.flushedBytes
  }

  get remoteAddress(): string | null {
    return this.#connection.remoteAddress
  }

  send(frame: OutgoingFrame): void {
    this.#connection.send(frame)
  }

  close(code: number, reason: string): void {
    closings.set(this.#link, { code, reason })
    this.#connection.close(code, reason)
  }

  terminate(): void {
    this.#connection.terminate()
  }

  pause(): void {
    this.#connection.pause()
  }

  resume(): void {
    this.#connection.resume()
  }

  limitFrames(maxBytes: number): void {
    this.#connection.limitFrames(maxBytes)
  }
}
