import { IncomingMessage, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import {
  type ConnectionTaker,
  decideUpgrades,
  declineUpgrade,
  requestTaken,
  type UpgradeAsker,
  upgradeTaken,
} from '@parley/adapter-node/sockets'

/** What of a Node.js HTTP or HTTPS server is needed to take requests before its listeners see them. */
export interface SocketIoHost extends ConnectionTaker, UpgradeAsker {
  emit(event: string | symbol, ...values: unknown[]): boolean
  on(event: 'upgrade', listener: () => void): unknown
  off(event: 'upgrade', listener: () => void): unknown
  listenerCount(event: 'upgrade'): number
}

/** What takes requests. */
export interface RequestTaker {
  isOurs(request: IncomingMessage): boolean
  /** Whether the upgrade that it asks for is one that we make. */
  isUpgrade(request: IncomingMessage): boolean
  takeRequest(request: IncomingMessage, response: ServerResponse): void
  takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/**
 * Requests of ours do not reach the listeners of the server, whichever were there first: others would answer them too, and
 * close a websocket of a path that they do not know. Returns what takes it back.
 */
export function intercept(server: SocketIoHost, taker: RequestTaker): () => void {
  let isOver = false
  const { emit } = server
  const hasOwnEmit = Object.hasOwn(server, 'emit')
  const passOn = (event: string | symbol, values: unknown[]) => emit.call(server, event, ...values)
  const intercepting = (event: string | symbol, ...values: unknown[]): boolean => {
    if (isOver) return passOn(event, values)
    const [request, target, head] = values
    if (!(request instanceof IncomingMessage)) return passOn(event, values)
    if (event === 'upgrade' && target instanceof Duplex && Buffer.isBuffer(head)) {
      return takeUpgrade({ request, socket: target, head })
    }
    const isRequest = event === 'request' || event === 'checkContinue'
    if (!isRequest || !(target instanceof ServerResponse) || !taker.isOurs(request))
      return passOn(event, values)
    if (event === 'checkContinue') target.writeContinue()
    passOn(requestTaken, [request, target])
    taker.takeRequest(request, target)
    return true
  }
  const takeUpgrade = ({ request, socket, head }: Upgrade): boolean => {
    if (!taker.isOurs(request)) return passUpgradeOn({ request, socket, head })
    if (taker.isUpgrade(request)) {
      passOn(upgradeTaken, [socket])
      taker.takeUpgrade(request, socket, head)
    } else declineUpgrade(server, request, socket, head)
    return true
  }
  const passUpgradeOn = ({ request, socket, head }: Upgrade): boolean => {
    // So that others see whether they are alone.
    server.off('upgrade', present)
    try {
      if (server.listenerCount('upgrade') > 0) return passOn('upgrade', [request, socket, head])
    } finally {
      server.on('upgrade', present)
    }
    declineUpgrade(server, request, socket, head)
    return true
  }
  server.emit = intercepting
  // Without a listener Node.js has no such event.
  server.on('upgrade', present)
  const takeBack = decideUpgrades(server, (request) => {
    if (!taker.isOurs(request)) return 'foreign'
    return taker.isUpgrade(request) ? 'websocket' : 'declined'
  })
  return () => {
    isOver = true
    takeBack()
    server.off('upgrade', present)
    // Somebody else may have put theirs before this one.
    if (server.emit !== intercepting) return
    if (hasOwnEmit) server.emit = emit
    else Reflect.deleteProperty(server, 'emit')
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

function present(): void {}
