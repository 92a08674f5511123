import { isWithin, parseAddress, type TrustedProxies } from '../../domain/addresses.js'
import type { Logger } from '../../ports/logger.js'
import { forwardedFor } from './forwarded.js'
import type { HttpHeaders } from './http.js'

/** Of a request, or of the handshake of a connection. */
export interface Arrival {
  /** The other end of the socket. */
  readonly remoteAddress: string | null
  readonly headers: HttpHeaders
}

/**
 * Whose request it is, behind proxies that the host trusts (decisions §16.12). A proxy tells who asked it; who is not
 * trusted can tell anything, so nothing is believed that came from further away than the first who is not.
 */
export function clientAddress({ remoteAddress, headers }: Arrival, trusted: TrustedProxies): string | null {
  if (remoteAddress === null || trusted === 0) return remoteAddress
  let believed = remoteAddress
  for (const [hop, told] of forwardedFor(headers).entries()) {
    if (!isTrusted(believed, hop, trusted)) return believed
    // What is no address, such as `unknown`, or a name that hides one: nothing is known of those behind it.
    const address = parseAddress(told)
    if (address === undefined) return believed
    believed = address.toString()
  }
  return believed
}

/** {@link clientAddress} for an engine. A host that forgot to name its proxies is told so, once. */
export class ClientAddresses {
  readonly #trusted: TrustedProxies
  readonly #logger: Logger
  #hasWarned = false

  constructor(trusted: TrustedProxies, logger: Logger) {
    this.#trusted = trusted
    this.#logger = logger
  }

  of(arrival: Arrival): string | null {
    if (this.#trusted !== 0) return clientAddress(arrival, this.#trusted)
    if (!this.#hasWarned && isForwarded(arrival)) this.#warn()
    return arrival.remoteAddress
  }

  #warn(): void {
    this.#hasWarned = true
    this.#logger.warn(
      'Requests name a proxy, and the option trustProxy is off: all clients of a proxy count as one address',
    )
  }
}

function isForwarded({ headers }: Arrival): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}

function isTrusted(proxy: string, hop: number, trusted: TrustedProxies): boolean {
  if (typeof trusted === 'number') return hop < trusted
  const address = parseAddress(proxy)
  return address !== undefined && trusted.some((range) => isWithin(address, range))
}
