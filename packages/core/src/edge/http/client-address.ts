import { isWithin, parseAddress, type TrustedProxies } from '../../domain/addresses.js'
import type { Logger } from '../../ports/logger.js'
import { forwardedFor } from './forwarded.js'
import type { HttpHeaders } from './http.js'

/** The address and the headers of a request, or of the handshake of a connection. */
export interface AddressSource {
  /** Address of the other end of the socket. */
  readonly remoteAddress: string | null
  readonly headers: HttpHeaders
}

/**
 * Returns the address of the client behind the proxies that the host trusts (decisions §16.12). A trusted proxy names
 * the address that called it. Anything that an untrusted address claims is ignored.
 */
export function clientAddress(
  { remoteAddress, headers }: AddressSource,
  trusted: TrustedProxies,
): string | null {
  if (remoteAddress === null || trusted === 0) return remoteAddress
  let believed = remoteAddress
  for (const [hop, told] of forwardedFor(headers).entries()) {
    if (!isTrusted(believed, hop, trusted)) return believed
    // Stops at values that are no address, such as `unknown` or an obfuscated name, because nothing before them can be
    // verified.
    const address = parseAddress(told)
    if (address === undefined) return believed
    believed = address.toString()
  }
  return believed
}

/**
 * Finds the client's address of each request, as {@link clientAddress} does, for one engine. Warns once when requests come through a proxy and the host has not
 * configured `trustProxy`.
 */
export class ClientAddresses {
  readonly #trusted: TrustedProxies
  readonly #logger: Logger
  #hasWarned = false

  constructor(trusted: TrustedProxies, logger: Logger) {
    this.#trusted = trusted
    this.#logger = logger
  }

  resolve(source: AddressSource): string | null {
    if (this.#trusted !== 0) return clientAddress(source, this.#trusted)
    if (!this.#hasWarned && isForwarded(source)) this.#warn()
    return source.remoteAddress
  }

  #warn(): void {
    this.#hasWarned = true
    this.#logger.warn(
      'Requests name a proxy, and the option trustProxy is off: all clients of a proxy count as one address',
    )
  }
}

function isForwarded({ headers }: AddressSource): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}

function isTrusted(proxy: string, hop: number, trusted: TrustedProxies): boolean {
  if (typeof trusted === 'number') return hop < trusted
  const address = parseAddress(proxy)
  return address !== undefined && trusted.some((range) => isWithin(address, range))
}
