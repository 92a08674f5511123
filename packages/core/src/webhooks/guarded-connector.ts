import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isAllowedTarget, targetHost, type WebhookTargets } from '../domain/webhook-targets.js'
import type { HostAddress, ResolveHost } from './host-addresses.js'
import type { ResponseFloods } from './response-floods.js'

export interface GuardedConnectorDependencies {
  readonly targets: WebhookTargets
  readonly resolve: ResolveHost
  readonly timeoutMs: number
  readonly floods: Pick<ResponseFloods, 'watch'>
}

/** Thrown when webhooks may not go to the host. */
export class ForbiddenTargetError extends Error {
  constructor(host: string) {
    super(`${host} has no address that webhooks may go to`)
  }
}

/**
 * Returns a connector that connects only to addresses that webhooks may go to (decisions §11). It checks the address of
 * the actual connection, so a host name that resolves differently the next time cannot bypass the check.
 */
export function guardedConnector(dependencies: GuardedConnectorDependencies): buildConnector.connector {
  const { targets, timeoutMs, floods } = dependencies
  const lookup = guardedLookup(dependencies)
  const connect = buildConnector({ timeout: timeoutMs, lookup, autoSelectFamily: true })
  const isAllowed = (hostname: string, address: string) =>
    isAllowedTarget(targets, targetHost({ hostname }), address)
  return (options, callback) => {
    const { hostname } = options
    // An IP address needs no lookup, so it is checked here.
    if (isIP(hostname) !== 0 && !isAllowed(hostname, hostname)) {
      callback(new ForbiddenTargetError(hostname), null)
      return
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null)
      else if (isAllowed(hostname, socket.remoteAddress ?? '')) {
        floods.watch(socket)
        callback(null, socket)
      } else {
        socket.destroy()
        callback(new ForbiddenTargetError(hostname), null)
      }
    })
  }
}

function guardedLookup({ targets, resolve }: GuardedConnectorDependencies): LookupFunction {
  return (hostname, { all }, callback) => {
    const respond = (addresses: readonly HostAddress[]) => {
      const [first] = addresses
      if (first === undefined) callback(new ForbiddenTargetError(hostname), [])
      else if (all === true) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    }
    const host = targetHost({ hostname })
    resolve(host).then(
      (found) => respond(found.filter(({ address }) => isAllowedTarget(targets, host, address))),
      (cause) => callback(cause, []),
    )
  }
}
